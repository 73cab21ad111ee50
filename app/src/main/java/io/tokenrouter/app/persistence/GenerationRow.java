package io.tokenrouter.app.persistence;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;

/** A row of {@code generations}; written once. */
@Entity
@Table(name = "generations")
class GenerationRow implements Persistable<UUID> {

    @Id
    private UUID id;

    private String requestId;
    private String target;
    private @Nullable String caller;
    private @Nullable String policyName;
    private @Nullable Integer policyVersion;
    private int promptTokens;
    private int cachedTokens;

    @JdbcTypeCode(SqlTypes.JSON)
    private Map<String, Integer> completionTokens;

    @JdbcTypeCode(SqlTypes.JSON)
    private Map<String, Integer> catchUpTokens;

    private int discardedTokens;
    private int switches;
    private String outcome;
    private @Nullable String errorKind;
    private Instant startedAt;
    private Instant finishedAt;
    private double queuedSeconds;
    private @Nullable Double firstTokenSeconds;
    private double totalSeconds;

    /** For Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected GenerationRow() {}

    GenerationRow(GenerationRecord generation) {
        this.id = generation.id();
        this.requestId = generation.requestId();
        this.target = generation.target();
        this.caller = generation.usage().caller();
        this.policyName = generation.policyName();
        this.policyVersion = generation.policyName() == null ? null : generation.policyVersion();
        this.promptTokens = generation.stats().promptTokens();
        this.cachedTokens = generation.stats().cachedPromptTokens();
        this.completionTokens = generation.stats().completionTokens();
        this.catchUpTokens = generation.stats().catchUpTokens();
        this.discardedTokens = generation.stats().discardedTokens();
        this.switches = generation.stats().switches();
        this.outcome = generation.outcome();
        this.errorKind = generation.errorKind();
        this.finishedAt = generation.finishedAt();
        this.startedAt = generation.startedAt();
        this.queuedSeconds = seconds(generation.stats().queuedNanos());
        this.firstTokenSeconds = generation.stats().firstTokenNanos() == 0
                ? null
                : (Double) seconds(generation.stats().firstTokenNanos());
        this.totalSeconds = seconds(generation.stats().totalNanos());
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

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
