package io.tokenrouter.engine.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.routing.ThresholdRule.Sense;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

class ScoreSampleProperties {

    private static final double[] NONE = {};

    /** Few values, so that many scores are equal. */
    private static final Arbitrary<Double> SCORE =
            Arbitraries.of(0.0, 0.1, 0.25, 0.5, 0.7, 1.0, 2.5).map(value -> (double) value.floatValue());

    /** A position: its score, and whether the large model would have written another token; null where nobody knows. */
    private record Position(double score, Boolean differs) {}

    @Provide
    Arbitrary<List<List<Position>>> answers() {
        Arbitrary<Position> position = SCORE.flatMap(score ->
                Arbitraries.of(0, 1, 2).map(kind -> new Position(score, kind == 2 ? null : kind == 1)));
        return position.list().ofMinSize(1).ofMaxSize(12).list().ofMinSize(1).ofMaxSize(6);
    }

    @Property(tries = 400)
    void countsAsWhoeverGoesThroughAllPositionsDoes(
            @ForAll("answers") List<List<Position>> answers,
            @ForAll Sense sense,
            @ForAll @DoubleRange(max = 3) double at) {
        ScoreSample sample = sample(sense, answers);
        for (double threshold : new double[] {at, 0.25f, 0, 2.5}) {
            assertThat(sample.share(threshold).value()).isCloseTo(share(answers, sense, threshold), within(1e-12));
            if (sample.differing() > 0) {
                assertThat(sample.recall(threshold).value())
                        .isCloseTo(recall(answers, sense, threshold), within(1e-12));
            }
        }
        assertThat(sample.positions()).isEqualTo(all(answers).size());
        assertThat(sample.judged()).isEqualTo((int)
                all(answers).stream().filter(p -> p.differs() != null).count());
    }

    @Property(tries = 400)
    void noThresholdIsNearerToAShare(
            @ForAll("answers") List<List<Position>> answers,
            @ForAll Sense sense,
            @ForAll @DoubleRange(max = 1) double wanted) {
        double chosen = share(answers, sense, sample(sense, answers).forShare(wanted));

        double best = candidates(answers)
                .map(threshold -> Math.abs(share(answers, sense, threshold) - wanted))
                .min()
                .orElseThrow();
        assertThat(Math.abs(chosen - wanted)).isCloseTo(best, within(1e-12));
    }

    @Property(tries = 400)
    void noThresholdReachesARecallWithLess(
            @ForAll("answers") List<List<Position>> answers,
            @ForAll Sense sense,
            @ForAll @DoubleRange(max = 1) double wanted) {
        ScoreSample sample = sample(sense, answers);
        if (sample.differing() == 0) {
            assertThatIllegalStateException().isThrownBy(() -> sample.forRecall(wanted));
            return;
        }
        double threshold = sample.forRecall(wanted);

        assertThat(recall(answers, sense, threshold)).isGreaterThanOrEqualTo(wanted - 1e-9);
        double least = candidates(answers)
                .filter(other -> recall(answers, sense, other) >= wanted - 1e-9)
                .map(other -> share(answers, sense, other))
                .min()
                .orElseThrow();
        assertThat(share(answers, sense, threshold)).isCloseTo(least, within(1e-12));
    }

    @Property(tries = 200)
    void moreIsNeverHadByLess(
            @ForAll("answers") List<List<Position>> answers,
            @ForAll Sense sense,
            @ForAll @DoubleRange(max = 1) double one,
            @ForAll @DoubleRange(max = 1) double other) {
        ScoreSample sample = sample(sense, answers);
        double low = share(answers, sense, sample.forShare(Math.min(one, other)));
        double high = share(answers, sense, sample.forShare(Math.max(one, other)));

        assertThat(low).isLessThanOrEqualTo(high);
    }

    @Property(tries = 200)
    void nothingAndAllAreReached(@ForAll("answers") List<List<Position>> answers, @ForAll Sense sense) {
        ScoreSample sample = sample(sense, answers);

        assertThat(share(answers, sense, sample.forShare(0))).isZero();
        assertThat(share(answers, sense, sample.forShare(1))).isEqualTo(1);
        if (sample.differing() > 0) {
            assertThat(share(answers, sense, sample.forRecall(0))).isZero();
            assertThat(recall(answers, sense, sample.forRecall(1))).isEqualTo(1);
        }
    }

    /** Router heads are compared as floats: what lies beyond all scores must do so there as well. */
    @Property(tries = 200)
    void whatLiesBeyondAllScoresDoesSoAsAFloat(@ForAll @DoubleRange(max = 1) double score) {
        double beyond = new ScoreSample(Sense.FROM, List.of(request(score))).forShare(0);

        assertThat((float) score).isLessThan((float) beyond);
        assertThat(score).isLessThan(beyond);
    }

    @Property(tries = 200)
    void theIntervalIsAroundTheValue(@ForAll("answers") List<List<Position>> answers, @ForAll Sense sense) {
        Estimate share = sample(sense, answers).share(0.25);

        assertThat(share.low()).isBetween(0.0, share.value());
        assertThat(share.high()).isBetween(share.value(), 1.0);
    }

    @Example
    void whatIsNoNumberIsRefused() {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> request(0.5, bad));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ScoredRequest(new double[] {0.5}, new double[] {bad}, 1));
        }
        ScoreSample sample = new ScoreSample(Sense.FROM, List.of(request(0.5)));
        assertThatIllegalArgumentException().isThrownBy(() -> sample.forShare(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> sample.forShare(1.01));
    }

    @Example
    void noPositionsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ScoreSample(Sense.FROM, List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ScoreSample(Sense.BELOW, List.of(request(), request())));
    }

    private static ScoredRequest request(double... scores) {
        return new ScoredRequest(scores, NONE, 0);
    }

    private static ScoreSample sample(Sense sense, List<List<Position>> answers) {
        return new ScoreSample(
                sense,
                answers.stream()
                        .map(answer -> new ScoredRequest(
                                answer.stream().mapToDouble(Position::score).toArray(),
                                answer.stream()
                                        .filter(p -> Boolean.TRUE.equals(p.differs()))
                                        .mapToDouble(Position::score)
                                        .toArray(),
                                (int) answer.stream()
                                        .filter(p -> p.differs() != null)
                                        .count()))
                        .toList());
    }

    private static List<Position> all(List<List<Position>> answers) {
        return answers.stream().flatMap(List::stream).toList();
    }

    private static double share(List<List<Position>> answers, Sense sense, double threshold) {
        return counted(all(answers), sense, threshold);
    }

    private static double recall(List<List<Position>> answers, Sense sense, double threshold) {
        return counted(
                all(answers).stream()
                        .filter(p -> Boolean.TRUE.equals(p.differs()))
                        .toList(),
                sense,
                threshold);
    }

    private static double counted(List<Position> positions, Sense sense, double threshold) {
        long asked = positions.stream()
                .filter(p -> sense == Sense.FROM ? p.score() >= threshold : p.score() < threshold)
                .count();
        return (double) asked / positions.size();
    }

    /** Every threshold that does something else than the others. */
    private static DoubleStream candidates(List<List<Position>> answers) {
        double[] scores =
                all(answers).stream().mapToDouble(Position::score).distinct().toArray();
        return IntStream.rangeClosed(0, scores.length)
                .mapToDouble(i -> i < scores.length
                        ? scores[i]
                        : Arrays.stream(scores).max().orElseThrow() + 1);
    }
}
