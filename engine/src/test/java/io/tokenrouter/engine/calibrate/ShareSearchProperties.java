package io.tokenrouter.engine.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.jspecify.annotations.Nullable;

class ShareSearchProperties {

    private static final double TOLERANCE = 0.005;
    private static final double MOST = 20;

    @Property(tries = 300)
    void aShareIsFoundWithNothingToGoBy(
            @ForAll @DoubleRange(min = 0.02, max = 0.98) double target,
            @ForAll @DoubleRange(min = 0.3, max = 3) double bend,
            @ForAll boolean rises) {
        DoubleUnaryOperator share = t -> rises ? Math.pow(t / MOST, bend) : 1 - Math.pow(t / MOST, bend);

        assertThat(search(target, 40, share, null).share()).isBetween(target - TOLERANCE, target + TOLERANCE);
    }

    /** What the answers at one threshold suggest is near, since they are near those at the next. */
    @Property(tries = 300)
    void suggestionsAreFollowedAndCorrected(
            @ForAll @DoubleRange(min = 0.02, max = 0.9) double target, @ForAll @DoubleRange(max = 0.4) double drift) {
        DoubleUnaryOperator share = t -> Math.exp(-t);
        // seen from an answer with the share s, each threshold does a little more than it will
        SuggestedBy suggestion = (s, wanted) -> -Math.log(Math.min(1, wanted * (1 + drift * (s - wanted))));
        Counted counted = new Counted(share);

        assertThat(search(target, 10, counted, suggestion).share()).isBetween(target - TOLERANCE, target + TOLERANCE);
        assertThat(counted.calls).isLessThanOrEqualTo(7);
    }

    /** As thresholds of entropies are: nothing happens in most of their range. */
    @Property(tries = 300)
    void aShareThatIsFlatInMostOfTheRangeIsFound(
            @ForAll @DoubleRange(min = 0.03, max = 0.9) double target,
            @ForAll @DoubleRange(min = 0.2, max = 2) double end) {
        DoubleUnaryOperator share = t -> Math.max(0, 1 - Math.sqrt(t / end));

        assertThat(search(target, 30, share, null).share()).isBetween(target - TOLERANCE, target + TOLERANCE);
        assertThat(search(target, 16, share, null).share()).isBetween(target - 0.03, target + 0.03);
    }

    @Example
    void whatCannotBeReachedEndsAtTheNearestEnd() {
        assertThat(search(0.9, 10, t -> 0.1 + t / 100, null)).isEqualTo(new ShareSearch.Trial(MOST, 0.1 + MOST / 100));
        assertThat(search(0, 10, t -> 0.5, null).share()).isEqualTo(0.5);
    }

    @Example
    void aShareThatJumpsEndsOnTheNearerSide() {
        assertThat(search(0.4, 30, t -> t < 3 ? 0.1 : 0.5, null).share()).isEqualTo(0.5);
        assertThat(search(0.2, 30, t -> t < 3 ? 0.1 : 0.5, null).share()).isEqualTo(0.1);
    }

    private interface SuggestedBy {
        double threshold(double share, double target);
    }

    private static final class Counted implements DoubleUnaryOperator {
        private final DoubleUnaryOperator share;
        private int calls;

        Counted(DoubleUnaryOperator share) {
            this.share = share;
        }

        @Override
        public double applyAsDouble(double threshold) {
            calls++;
            return share.applyAsDouble(threshold);
        }
    }

    private static ShareSearch.Trial search(
            double target, int most, DoubleUnaryOperator share, @Nullable SuggestedBy suggestion) {
        ShareSearch search = new ShareSearch(target, TOLERANCE, most, MOST, 0);
        int trials = 0;
        for (OptionalDouble next = search.next(); next.isPresent(); next = search.next()) {
            double measured = share.applyAsDouble(next.getAsDouble());
            search.measured(
                    next.getAsDouble(),
                    measured,
                    suggestion == null
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(suggestion.threshold(measured, target)));
            assertThat(++trials).isLessThanOrEqualTo(most);
        }
        return search.best();
    }
}
