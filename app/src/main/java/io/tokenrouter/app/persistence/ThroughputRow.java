package io.tokenrouter.app.persistence;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import java.time.Instant;
import org.springframework.data.domain.Persistable;

/** A row of {@code throughput_samples}; written once. */
@Entity
@Table(name = "throughput_samples")
class ThroughputRow implements Persistable<ThroughputRow.Key> {

    @Embeddable
    record Key(String modelId, Instant sampledAt) {}

    @EmbeddedId
    private Key key;

    private double seconds;
    private long writtenTokens;
    private long extendedTokens;
    private long catchUpTokens;
    private long steps;
    private long rowsInSteps;
    private double busySeconds;
    private int waiting;
    private int running;
    private int usedBlocks;
    private int totalBlocks;

    /** For Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected ThroughputRow() {}

    ThroughputRow(ThroughputSample sample) {
        this.key = new Key(sample.modelId(), sample.sampledAt());
        this.seconds = sample.seconds();
        this.writtenTokens = sample.writtenTokens();
        this.extendedTokens = sample.extendedTokens();
        this.catchUpTokens = sample.catchUpTokens();
        this.steps = sample.steps();
        this.rowsInSteps = sample.rowsInSteps();
        this.busySeconds = sample.busySeconds();
        this.waiting = sample.waiting();
        this.running = sample.running();
        this.usedBlocks = sample.usedBlocks();
        this.totalBlocks = sample.totalBlocks();
    }

    @Override
    public Key getId() {
        return key;
    }

    @Override
    @Transient
    public boolean isNew() {
        return true;
    }
}
