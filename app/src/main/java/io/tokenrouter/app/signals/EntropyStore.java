package io.tokenrouter.app.signals;

import java.sql.Array;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How often which entropy was seen, by pair. Blocks. */
@Component
class EntropyStore {

    private final JdbcClient database;
    private final Clock clock = Clock.systemUTC();

    EntropyStore(JdbcClient database) {
        this.database = database;
    }

    /** Counts by pair. */
    Map<String, List<Long>> all() {
        Map<String, List<Long>> all = new HashMap<>();
        database.sql("SELECT pair_id, bins FROM pair_entropies").query(row -> {
            Array bins = row.getArray("bins");
            all.put(row.getString("pair_id"), Arrays.asList((Long[]) bins.getArray()));
        });
        return all;
    }

    /** Replaces the counts of a pair; does nothing for a pair that is not registered any more. */
    void put(String pairId, List<Long> bins) {
        String array = bins.stream().map(Object::toString).collect(Collectors.joining(",", "{", "}"));
        database.sql("""
                        INSERT INTO pair_entropies (pair_id, bins, updated_at)
                        SELECT id, CAST(:bins AS bigint[]), :at FROM pairs WHERE id = :pair
                        ON CONFLICT (pair_id) DO UPDATE SET bins = EXCLUDED.bins, updated_at = EXCLUDED.updated_at
                        """)
                .param("pair", pairId)
                .param("bins", array)
                .param("at", OffsetDateTime.now(clock.withZone(ZoneOffset.UTC)))
                .update();
    }
}
