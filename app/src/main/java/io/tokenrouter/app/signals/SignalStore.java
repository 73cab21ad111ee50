package io.tokenrouter.app.signals;

import io.tokenrouter.engine.api.PolicySpec;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Signals in the database. Every call is one transaction and may block. */
@Component
class SignalStore {

    private static final String INSERT = """
            INSERT INTO token_signals (request_id, pair_id, small_model_id, large_model_id, algorithm, options, ended_at, positions,
                omitted, bytes, asked, writers, agreements, entropies, top_probs, margins, scores)
            VALUES (?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String NEWEST = """
            SELECT s.* FROM token_signals s JOIN (
                SELECT id, sum(positions) OVER (ORDER BY ended_at DESC, id DESC) AS so_far FROM token_signals WHERE pair_id = ?
            ) found USING (id)
            WHERE found.so_far <= ? ORDER BY s.ended_at DESC, s.id DESC LIMIT ?
            """;

    private static final String DELETE_BEFORE = """
            DELETE FROM token_signals WHERE id IN (
                SELECT id FROM token_signals WHERE ended_at < ? ORDER BY ended_at LIMIT ?)
            """;

    private static final String DELETE_UP_TO = """
            DELETE FROM token_signals WHERE id IN (SELECT id FROM token_signals WHERE id <= ? ORDER BY id LIMIT ?)
            """;

    private static final TypeReference<Map<String, Object>> OPTIONS = new TypeReference<>() {};

    private final JdbcTemplate sql;
    private final JsonMapper json = JsonMapper.builder().build();

    SignalStore(JdbcTemplate sql) {
        this.sql = sql;
    }

    /** Writes samples, all or none. */
    @Transactional
    public void write(List<SignalSample> samples) {
        sql.batchUpdate(INSERT, samples.stream().map(this::row).toList());
    }

    /**
     * The newest samples of a pair, newest first.
     *
     * @param mostRequests at most so many
     * @param mostPositions of all together
     */
    @Transactional(readOnly = true)
    public List<SignalSample> newest(String pair, int mostRequests, int mostPositions) {
        return sql.query(NEWEST, (row, number) -> sample(row), pair, mostPositions, mostRequests);
    }

    /** What is kept of each pair. */
    @Transactional(readOnly = true)
    public List<Stored> stored() {
        return sql.query(
                "SELECT pair_id, count(*) AS requests, sum(positions) AS positions, sum(bytes) AS bytes, min(ended_at) AS oldest"
                        + " FROM token_signals GROUP BY pair_id ORDER BY pair_id",
                (row, number) -> new Stored(
                        row.getString("pair_id"),
                        row.getLong("requests"),
                        row.getLong("positions"),
                        row.getLong("bytes"),
                        row.getTimestamp("oldest").toInstant()));
    }

    /** Size of a sample by its id. */
    record Size(long id, int bytes) {}

    /** Sizes of the newest samples whose id is below, newest first. */
    @Transactional(readOnly = true)
    public List<Size> sizesBelow(long id, int most) {
        return sql.query(
                "SELECT id, bytes FROM token_signals WHERE id < ? ORDER BY id DESC LIMIT ?",
                (row, number) -> new Size(row.getLong("id"), row.getInt("bytes")),
                id,
                most);
    }

    /**
     * Deletes what ended before, the oldest first.
     *
     * @return how many
     */
    @Transactional
    public int deleteBefore(Instant limit, int most) {
        return sql.update(DELETE_BEFORE, Timestamp.from(limit), most);
    }

    /**
     * Deletes samples up to this one, the oldest first.
     *
     * @return how many
     */
    @Transactional
    public int deleteUpTo(long id, int most) {
        return sql.update(DELETE_UP_TO, id, most);
    }

    private Object[] row(SignalSample sample) {
        SignalArrays signals = sample.signals();
        return new @Nullable Object[] {
            sample.requestId(),
            sample.pair(),
            sample.small(),
            sample.large(),
            sample.policy().algorithm(),
            json.writeValueAsString(sample.policy().options()),
            Timestamp.from(sample.endedAt()),
            signals.positions(),
            signals.omitted(),
            signals.bytes(),
            signals.asked(),
            signals.writers(),
            signals.agreements(),
            signals.entropies(),
            signals.topProbs(),
            signals.margins(),
            signals.scores()
        };
    }

    private SignalSample sample(ResultSet row) throws SQLException {
        Array scores = row.getArray("scores");
        return new SignalSample(
                row.getString("request_id"),
                row.getString("pair_id"),
                row.getString("small_model_id"),
                row.getString("large_model_id"),
                new PolicySpec(row.getString("algorithm"), json.readValue(row.getString("options"), OPTIONS)),
                row.getTimestamp("ended_at").toInstant(),
                new SignalArrays(
                        row.getString("asked"),
                        row.getString("writers"),
                        row.getString("agreements"),
                        floats(row.getArray("entropies")),
                        floats(row.getArray("top_probs")),
                        floats(row.getArray("margins")),
                        scores == null ? null : floats(scores),
                        row.getInt("omitted")));
    }

    private static float[] floats(Array array) throws SQLException {
        Float[] boxed = (Float[]) array.getArray();
        float[] values = new float[boxed.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = boxed[i];
        }
        return values;
    }
}
