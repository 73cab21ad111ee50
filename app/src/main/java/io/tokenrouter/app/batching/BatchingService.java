package io.tokenrouter.app.batching;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.forecast.SettingsText;
import io.tokenrouter.app.persistence.BatchingChange;
import io.tokenrouter.app.persistence.BatchingDecision;
import io.tokenrouter.app.persistence.BatchingStore;
import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.app.serving.PairServed;
import io.tokenrouter.engine.throughput.BatchingSettings;
import jakarta.annotation.PostConstruct;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * What operators decide about batching: kept in the database, then done. Pairs whose models are decided upon together share
 * the newest decision about any of them.
 */
@Component
public class BatchingService {

    private static final Logger log = LoggerFactory.getLogger(BatchingService.class);

    private final PairGroups pairs;
    private final BatchingControl control;
    private final BatchingStore store;
    private final ChangeLog changes;
    private final AuditTrail audit;
    private final Clock clock = Clock.systemUTC();
    private final KnownDecisions decisions;
    private final DatabaseState database;

    BatchingService(
            PairGroups pairs,
            BatchingControl control,
            BatchingStore store,
            ChangeLog changes,
            AuditTrail audit,
            DatabaseState database) {
        this.pairs = pairs;
        this.decisions = new KnownDecisions(store::newest);
        this.database = database;
        this.control = control;
        this.store = store;
        this.changes = changes;
        this.audit = audit;
    }

    /** Does again what was decided before the server stopped. */
    @PostConstruct
    void restore() {
        decisions.load();
        List<PairGroup> all = pairs.all();
        changes.load(store, all.stream().map(group -> group.pair().id()).toList());
        for (PairGroup group : all) {
            decision(group)
                    .filter(decision -> decision.pairId().equals(group.pair().id()))
                    .ifPresent(decision -> restore(group, decision));
        }
    }

    /** The same for a pair that is loaded later. While the database does not answer, what is known from before counts. */
    @EventListener
    void restore(PairServed served) {
        String id = served.pairId();
        database.ask("reading what was decided about the batching of pair " + id, () -> {
            decisions.reread(id);
            changes.load(store, List.of(id));
        });
        pairs.find(id).ifPresent(group -> decision(group).ifPresent(decision -> restore(group, decision)));
    }

    private void restore(PairGroup group, BatchingDecision decision) {
        if (decision.policy() == null) {
            return;
        }
        try {
            control.pin(group.shape(), PinnableRules.settings(decision.policy(), decision.options(), group));
        } catch (IllegalArgumentException e) {
            log.warn(
                    "Batching of pair {} tunes itself: its pinned settings do not fit any more ({})",
                    decision.pairId(),
                    e.getMessage());
        }
    }

    /** The newest decision about the pairs that are decided upon together with this one. */
    Optional<BatchingDecision> decision(PairGroup group) {
        return decisions.newestOf(group.together());
    }

    /** Whether a pair of this id is served. */
    public boolean knows(String pairId) {
        return pairs.find(pairId).isPresent();
    }

    /**
     * Pins a rule or lets the pair tune itself; kept over restarts. May block.
     *
     * @param actor who decides, for the audit trail
     * @param pairId of a served pair
     * @param expectedVersion the decision that the caller has seen, 0 for none; empty for whatever is the newest
     * @param decision the rule, or that the pair tunes itself
     * @throws InvalidSettingsException if the rule cannot be pinned for this pair
     * @throws io.tokenrouter.app.persistence.StaleVersionException if somebody else decided meanwhile
     * @throws org.springframework.dao.DataAccessException if the database does not answer; then nothing was changed
     */
    public synchronized void decide(
            Actor actor, String pairId, OptionalLong expectedVersion, RequestedBatching decision) {
        PairGroup group = pairs.find(pairId).orElseThrow();
        BatchingSettings settings =
                decision.policy() == null ? null : PinnableRules.settings(decision.policy(), decision.options(), group);
        Optional<BatchingDecision> before = decision(group);
        long current = before.map(BatchingDecision::version).orElse(0L);
        long version = expectedVersion.orElse(current);
        if (version == current && isInForce(group, settings, before)) {
            return;
        }
        decisions.keep(keepAndEnforce(actor, group, version, decision, settings, before));
        record(group, settings);
    }

    /** Both or neither. */
    private BatchingDecision keepAndEnforce(
            Actor actor,
            PairGroup group,
            long version,
            RequestedBatching decision,
            @Nullable BatchingSettings settings,
            Optional<BatchingDecision> before) {
        AtomicBoolean isEnforced = new AtomicBoolean();
        try {
            String pair = group.pair().id();
            return store.put(group.together(), pair, version, decision.policy(), decision.options(), () -> {
                audit.record(
                        actor,
                        decision.policy() == null ? "batching.self-tune" : "batching.pin",
                        pair,
                        before.map(known -> facts(known.policy(), known.options()))
                                .orElse(facts(null, Map.of())),
                        facts(decision.policy(), decision.options()),
                        decision.reason());
                enforce(group, settings);
                isEnforced.set(true);
            });
        } catch (RuntimeException notKept) {
            if (isEnforced.get()) {
                boolean wasPinned = before.map(BatchingDecision::policy).isPresent();
                enforce(group, wasPinned ? group.plan().settings() : null);
            }
            throw notKept;
        }
    }

    /** Whether a decision would change nothing. */
    private static boolean isInForce(
            PairGroup group, @Nullable BatchingSettings settings, Optional<BatchingDecision> decision) {
        boolean isPinned = decision.map(BatchingDecision::policy).isPresent();
        return settings == null
                ? !isPinned
                : isPinned && settings.equals(group.plan().settings());
    }

    private void enforce(PairGroup group, @Nullable BatchingSettings settings) {
        if (settings == null) {
            control.selfTune(group.shape());
            return;
        }
        try {
            control.pin(group.shape(), settings);
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingsException("policy", "cannot be pinned: " + e.getMessage());
        }
    }

    private static Map<String, Object> facts(@Nullable String policy, Map<String, Object> options) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("mode", policy == null ? "self-tuned" : "pinned");
        if (policy != null) {
            facts.put("policy", policy);
        }
        facts.putAll(options);
        return facts;
    }

    private void record(PairGroup group, @Nullable BatchingSettings pinned) {
        changes.add(new BatchingChange(
                UUID.randomUUID(),
                group.pair().id(),
                clock.instant(),
                BatchingChange.Author.OPERATOR,
                SettingsText.lasting(group.settings()),
                pinned == null ? "self-tuned" : SettingsText.lasting(group.ofPair(pinned)),
                pinned == null ? "left to tune itself" : "set by an operator",
                null));
    }
}
