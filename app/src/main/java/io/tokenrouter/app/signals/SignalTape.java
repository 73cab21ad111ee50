package io.tokenrouter.app.signals;

import io.tokenrouter.engine.api.TokenSignals;
import io.tokenrouter.engine.api.TokenSignals.Agreement;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects the signals of one answer, at most {@value #MOST} positions of it: 80 kB. Used by one thread at a time.
 */
final class SignalTape {

    /** Positions that are kept, from the first. */
    static final int MOST = 4_096;

    private final String smallId;
    private final String largeId;
    private final StringBuilder asked = new StringBuilder();
    private final StringBuilder writers = new StringBuilder();
    private final StringBuilder agreements = new StringBuilder();
    private float[] entropies = new float[64];
    private float[] topProbs = new float[64];
    private float[] margins = new float[64];
    private float[] scores = new float[64];
    private boolean isScored;
    private int count;
    private int omitted;

    SignalTape(String smallId, String largeId) {
        this.smallId = smallId;
        this.largeId = largeId;
    }

    void add(TokenSignals signals) {
        if (count == MOST) {
            omitted++;
            return;
        }
        if (count == entropies.length) {
            grow();
        }
        asked.append(letter(signals.asked()));
        writers.append(letter(signals.writer()));
        agreements.append(sign(signals.agreement()));
        entropies[count] = signals.entropy();
        topProbs[count] = signals.topProb();
        margins[count] = signals.margin();
        scores[count] = signals.score();
        isScored |= !Float.isNaN(signals.score());
        count++;
    }

    boolean isEmpty() {
        return count == 0;
    }

    SignalArrays arrays() {
        return new SignalArrays(
                asked.toString(),
                writers.toString(),
                agreements.toString(),
                Arrays.copyOf(entropies, count),
                Arrays.copyOf(topProbs, count),
                Arrays.copyOf(margins, count),
                isScored ? Arrays.copyOf(scores, count) : null,
                omitted);
    }

    private void grow() {
        int size = Math.min(MOST, 2 * count);
        entropies = Arrays.copyOf(entropies, size);
        topProbs = Arrays.copyOf(topProbs, size);
        margins = Arrays.copyOf(margins, size);
        scores = Arrays.copyOf(scores, size);
    }

    private char letter(@Nullable String model) {
        return smallId.equals(model)
                ? SignalArrays.SMALL
                : largeId.equals(model) ? SignalArrays.LARGE : SignalArrays.NONE;
    }

    private static char sign(Agreement agreement) {
        return switch (agreement) {
            case SAME -> SignalArrays.SAME;
            case DIFFERENT -> SignalArrays.DIFFERENT;
            case UNKNOWN -> SignalArrays.UNKNOWN;
        };
    }
}
