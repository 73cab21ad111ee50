package io.tokenrouter.app.persistence;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Map;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A row of {@code batching_settings}; never changed once written. */
@Entity
@Table(name = "batching_settings")
class BatchingDecisionRow {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long version;

    private String pairId;
    private String mode;
    private @Nullable String policy;

    @JdbcTypeCode(SqlTypes.JSON)
    private Map<String, Object> options;

    private Instant createdAt;

    /** For Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected BatchingDecisionRow() {}

    BatchingDecisionRow(String pairId, @Nullable String policy, Map<String, Object> options, Instant now) {
        this.pairId = pairId;
        this.mode = policy == null ? "self-tuned" : "pinned";
        this.policy = policy;
        this.options = options;
        this.createdAt = now;
    }

    /** Once it is stored. */
    BatchingDecision toDecision() {
        if (version == null) {
            throw new IllegalStateException("not stored yet");
        }
        return new BatchingDecision(version, pairId, policy, options);
    }
}
