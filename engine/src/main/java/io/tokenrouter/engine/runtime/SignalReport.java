package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.TokenSignals;
import io.tokenrouter.engine.api.TokenSignals.Agreement;
import io.tokenrouter.engine.routing.Step;
import org.jspecify.annotations.Nullable;

/** Puts together what a listener is told of a position, for those that want it. */
final class SignalReport {

    /** Most probable tokens that rows must report for it: with the first of them models agree or not. */
    static final int TOP_IDS = 1;

    private final Target target;

    SignalReport(Target target) {
        this.target = target;
    }

    /** Parameters as {@link CommitSink#committed} has them. */
    TokenSignals of(
            int index,
            int writer,
            @Nullable Step step,
            @Nullable Step first,
            int other,
            @Nullable Step proposed,
            @Nullable Agreement judged) {
        String model = id(writer);
        if (first == null) {
            return new TokenSignals(index, null, model, Float.NaN, Float.NaN, Float.NaN, Float.NaN, Agreement.UNKNOWN);
        }
        return new TokenSignals(
                index,
                first == proposed ? id(other) : model,
                model,
                first.entropy(),
                first.topProb(),
                first.margin(),
                first.heads().length == 1 ? first.heads()[0] : Float.NaN,
                judged == null ? agreement(first, step, proposed) : judged);
    }

    /** Of the first of two steps with the other one. */
    private static Agreement agreement(Step first, @Nullable Step written, @Nullable Step proposed) {
        if (first == proposed) {
            return agreement(first, written);
        }
        return first == written ? agreement(first, proposed) : Agreement.UNKNOWN;
    }

    private static Agreement agreement(Step first, @Nullable Step second) {
        if (second == null || second.topIds().length == 0) {
            return Agreement.UNKNOWN;
        }
        return second.topIds()[0] == first.token() ? Agreement.SAME : Agreement.DIFFERENT;
    }

    private @Nullable String id(int role) {
        return role == CommitSink.NOBODY ? null : target.modelId(role);
    }
}
