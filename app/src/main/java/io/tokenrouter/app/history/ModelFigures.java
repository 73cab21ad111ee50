package io.tokenrouter.app.history;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.List;

/** What a model did, as the engine counts it. Figures can be added, and taken from later ones of the same counters. */
record ModelFigures(
        ModelSpan.Tokens tokens, long steps, long rows, long busyNanos, long heldNanos, Counts stepsBySize) {

    static final ModelFigures NONE = new ModelFigures(new ModelSpan.Tokens(0, 0, 0, 0, 0, 0), 0, 0, 0, 0, Counts.NONE);

    /** Since the model was loaded. */
    static ModelFigures of(EngineSnapshot.Model model) {
        List<Long> bySize = model.batching().stepsBySize();
        return new ModelFigures(
                new ModelSpan.Tokens(
                        model.writtenTokens(),
                        model.extendTokens(),
                        model.prefillTokens(),
                        model.catchUpTokens(),
                        model.discardedTokens(),
                        model.prefixHits()),
                model.steps(),
                model.rows(),
                model.busyNanos(),
                model.heldNanos(),
                Counts.of(bySize.stream().mapToLong(Long::longValue).toArray()));
    }

    ModelFigures plus(ModelFigures other) {
        return new ModelFigures(
                tokens.plus(other.tokens),
                steps + other.steps,
                rows + other.rows,
                busyNanos + other.busyNanos,
                heldNanos + other.heldNanos,
                stepsBySize.plus(other.stepsBySize));
    }

    ModelFigures since(ModelFigures before) {
        return new ModelFigures(
                new ModelSpan.Tokens(
                        tokens.written() - before.tokens.written(),
                        tokens.extended() - before.tokens.extended(),
                        tokens.prefill() - before.tokens.prefill(),
                        tokens.catchUp() - before.tokens.catchUp(),
                        tokens.discarded() - before.tokens.discarded(),
                        tokens.prefixHits() - before.tokens.prefixHits()),
                steps - before.steps,
                rows - before.rows,
                busyNanos - before.busyNanos,
                heldNanos - before.heldNanos,
                stepsBySize.since(before.stepsBySize));
    }
}
