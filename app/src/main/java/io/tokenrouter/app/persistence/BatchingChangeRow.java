package io.tokenrouter.app.persistence;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;

/** A row of {@code batching_changes}; written once. */
@Entity
@Table(name = "batching_changes")
class BatchingChangeRow implements Persistable<UUID> {

    @Id
    private UUID id;

    private String pairId;
    private Instant changedAt;
    private String author;
    private String before;
    private String after;
    private String reason;
    private @Nullable Double predictedGain;

    /** For Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected BatchingChangeRow() {}

    BatchingChangeRow(BatchingChange change) {
        this.id = change.id();
        this.pairId = change.pairId();
        this.changedAt = change.changedAt();
        this.author = change.author().word();
        this.before = change.before();
        this.after = change.after();
        this.reason = change.reason();
        this.predictedGain = change.predictedGain();
    }

    BatchingChange toChange() {
        return new BatchingChange(
                id, pairId, changedAt, BatchingChange.Author.ofWord(author), before, after, reason, predictedGain);
    }

    @Override
    public UUID getId() {
        return id;
    }

    /** Ids are random, so no look-up is needed before the insert. */
    @Override
    @Transient
    public boolean isNew() {
        return true;
    }
}
