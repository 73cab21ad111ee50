package io.tokenrouter.app.batching;

import io.tokenrouter.app.forecast.SettingsText;
import io.tokenrouter.app.persistence.BatchingChange;
import io.tokenrouter.app.persistence.BatchingDecision;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import io.tokenrouter.ui.ConsoleBatching;
import io.tokenrouter.ui.PairBatching;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Batching of this moment, for the console, the admin API and the metrics. */
@Component
class BatchingViews implements ConsoleBatching {

    private final PairGroups pairs;
    private final GenerationEngine engine;
    private final BatchingMonitor monitor;
    private final BatchingService service;
    private final ChangeLog changes;

    BatchingViews(
            PairGroups pairs,
            @Qualifier("routingEngine") GenerationEngine engine,
            BatchingMonitor monitor,
            BatchingService service,
            ChangeLog changes) {
        this.pairs = pairs;
        this.engine = engine;
        this.monitor = monitor;
        this.service = service;
        this.changes = changes;
    }

    @Override
    public List<PairBatching> pairs() {
        EngineSnapshot snapshot = engine.snapshot();
        return pairs.all().stream().map(pair -> view(pair, snapshot)).toList();
    }

    private PairBatching view(PairGroup pair, EngineSnapshot snapshot) {
        String id = pair.pair().id();
        BatchingMonitor.Seen seen = monitor.seen(id);
        int requests = seen.now().requests();
        Optional<BatchingDecision> decision = service.decision(pair);
        boolean isPinned = decision.map(BatchingDecision::policy).isPresent();
        return new PairBatching(
                id,
                pair.together().stream().filter(other -> !other.equals(id)).toList(),
                device(pair),
                pair.oneStepAtATime(),
                isPinned ? "pinned" : "self-tuned",
                decision.map(BatchingDecision::version).orElse(0L),
                PinnableRules.name(pair.plan().settings()),
                isPinned ? decision.orElseThrow().options() : Map.of(),
                requests > 0 ? SettingsText.of(pair.settings(), requests) : SettingsText.lasting(pair.settings()),
                pair.reason(),
                pair.isMeasured(),
                seen.now(),
                List.of(model(pair, false, requests, snapshot), model(pair, true, requests, snapshot)),
                seen.loads(),
                changes.of(id).stream().map(BatchingViews::change).toList());
    }

    private static String device(PairGroup pair) {
        return switch (pair.plan().device()) {
            case DeviceMode.Separate ignored when !pair.shape().oneStepAtATime() -> "a device each";
            case DeviceMode.Overlapping overlapping ->
                String.format(
                        Locale.ROOT,
                        "one for both, steps overlap at %.2f times their time alone",
                        overlapping.slowdown());
            default -> "one for both, one step at a time";
        };
    }

    private static PairBatching.Model model(PairGroup pair, boolean isLarge, int requests, EngineSnapshot snapshot) {
        int index = isLarge ? pair.large() : pair.small();
        String id = pair.shape().models().get(index);
        EngineSnapshot.Model figures = snapshot.models().stream()
                .filter(model -> model.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("model " + id + " is gone"));
        Explanation explanation = Explanation.of(pair, isLarge, requests);
        long steps = figures.steps();
        return new PairBatching.Model(
                id,
                isLarge ? "large" : "small",
                explanation.title(),
                explanation.why(),
                explanation.rule(),
                figures.waiting(),
                figures.running(),
                steps == 0 ? null : (Double) ((double) figures.rows() / steps),
                figures.batching().stepsBySize(),
                steps == 0 ? null : (Double) (figures.heldNanos() / 1e6 / steps),
                figures.heldNanos() / 1e9,
                pair.shape().maxRows().get(index),
                pair.plan().guardNanos().get(index) / 1e6,
                pair.isMeasured(index)
                        ? stepTimes(
                                pair.profile(index).stepTime(),
                                pair.shape().maxRows().get(index))
                        : List.of());
    }

    private static List<PairBatching.StepTime> stepTimes(StepTimeCurve curve, int maxRows) {
        List<PairBatching.StepTime> times = new ArrayList<>();
        for (int rows = 1; rows < maxRows; rows *= 2) {
            times.add(new PairBatching.StepTime(rows, curve.nanos(rows) / 1e6));
        }
        times.add(new PairBatching.StepTime(maxRows, curve.nanos(maxRows) / 1e6));
        return times;
    }

    private static PairBatching.Change change(BatchingChange change) {
        return new PairBatching.Change(
                change.changedAt(),
                change.author().word(),
                change.before(),
                change.after(),
                change.reason(),
                change.predictedGain());
    }
}
