package io.tokenrouter.app.persistence;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Usage by caller and day (UTC). Every call is one transaction and may block. */
@Component
public class UsageStore {

    private final JdbcClient sql;

    UsageStore(JdbcClient sql) {
        this.sql = sql;
    }

    /**
     * Usage of a span of days, by day, caller and target.
     *
     * @param to the last day, included
     */
    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
    public List<Usage> between(LocalDate from, LocalDate to) {
        Map<Key, Map<String, Long>> written = new LinkedHashMap<>();
        sql.sql("""
                        SELECT day, caller, target, model, completion_tokens FROM usage_tokens
                        WHERE day BETWEEN :from AND :to ORDER BY day, caller, target, model
                        """)
                .param("from", from)
                .param("to", to)
                .query(row -> {
                    Key key = new Key(
                            row.getObject("day", LocalDate.class), row.getString("caller"), row.getString("target"));
                    written.computeIfAbsent(key, k -> new LinkedHashMap<>())
                            .put(row.getString("model"), row.getLong("completion_tokens"));
                });
        List<Usage> usages = new ArrayList<>();
        sql.sql("""
                        SELECT day, caller, target, requests, prompt_tokens FROM usage_requests
                        WHERE day BETWEEN :from AND :to ORDER BY day, caller, target
                        """)
                .param("from", from)
                .param("to", to)
                .query(row -> {
                    Key key = new Key(
                            row.getObject("day", LocalDate.class), row.getString("caller"), row.getString("target"));
                    usages.add(new Usage(
                            key.day(),
                            key.caller(),
                            key.target(),
                            row.getLong("requests"),
                            row.getLong("prompt_tokens"),
                            written.getOrDefault(key, Map.of())));
                });
        return usages;
    }

    private record Key(LocalDate day, String caller, String target) {}
}
