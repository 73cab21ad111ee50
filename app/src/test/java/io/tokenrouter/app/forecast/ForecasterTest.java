package io.tokenrouter.app.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.BatchingSettings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The step times are 6 ms, and 25 ms up to 32 rows and half a millisecond more for each further one. */
class ForecasterTest {

    private static final String SMALL = "6,0";
    private static final String LARGE = "1:25,32:25,1024:521";

    private final Forecaster forecaster = new Forecaster();

    private static PairQuestion question(double share, String device, Double p99) {
        return new QuestionText(share, SMALL, LARGE, device, null, null, 0.03, p99).check(name -> name);
    }

    @Test
    void oneRequestTakesItsStepsOneAfterTheOther() {
        Forecast forecast = forecaster.answer(question(0.1, "separate", null), 1);

        // of 11 steps 10 are the small model's and 1 the large one's; the answer keeps 10 tokens of them
        double expected = 1000 * 10 / (10 * 6.0 + 25);
        assertThat(forecast.oneAtATime().tokensPerSecond()).isCloseTo(expected, within(1e-6));
        assertThat(forecast.tuned().tokensPerSecond()).isCloseTo(expected, within(0.01 * expected));
        assertThat(forecast.settings()).isEqualTo(new BatchingSettings.Greedy());
        assertThat(forecast.why()).contains("one request");
    }

    /** What is not known cannot be forecast, and is said. */
    @Test
    void modelsBesideTheTwoAreLeftOutAndTold() {
        PairQuestion two = question(0.1, "separate", null);
        PairQuestion three = new PairQuestion(
                two.largeShare(),
                two.back(),
                two.small(),
                two.large(),
                two.device(),
                two.p99LimitMillis(),
                List.of("base"));
        Forecast forecast = forecaster.answer(three, 1);

        assertThat(forecast.why()).endsWith("the steps of base are left out, so a pair that asks this model is slower");
        assertThat(forecast.tuned()).isEqualTo(forecaster.answer(two, 1).tuned());
        assertThat(forecaster.answer(two, 1).why()).doesNotContain("left out");
    }

    /** O1 of the design: one request takes its steps one after the other, each with what it has to catch up with. */
    @ParameterizedTest
    @CsvSource({"0.1, 9", "0.3, 2.3333333333", "0.6, 0.6666666667"})
    void onlyTheLargeModelCatchesUp(double share, double idsPerLargeStep) {
        PairQuestion question =
                new QuestionText(share, SMALL, LARGE, "separate", null, "4,0.5", 0.03, null).check(name -> name);

        // for each token of the answer the small model runs a step, for its share the large one too
        double expected = 1000 / (6 + share * (25 + 0.5 * idsPerLargeStep));
        Forecast forecast = forecaster.answer(question, 1);
        assertThat(forecast.oneAtATime().tokensPerSecond()).isCloseTo(expected, within(1e-6 * expected));
        assertThat(forecast.tuned().tokensPerSecond()).isCloseTo(expected, within(0.02 * expected));
    }

    @Test
    void onASharedDeviceTheLargeModelStartsFromTheExactThreshold() {
        Forecast forecast = forecaster.answer(question(0.1, "shared", null), 64);

        double kept = 1 / 1.1;
        assertThat(forecast.settingsText()).isEqualTo("large from 31");
        assertThat(forecast.tuned().tokensPerSecond()).isCloseTo(kept * 5464.3, within(0.01 * 5464));
        assertThat(forecast.greedy().tokensPerSecond()).isCloseTo(kept * 2273.1, within(0.01 * 2273));
        assertThat(forecast.lockstep().tokensPerSecond()).isCloseTo(kept * 2273.1, within(1.0));
        assertThat(forecast.tuned().tokensPerSecondEach())
                .isCloseTo(forecast.tuned().tokensPerSecond() / 64, within(1e-9));
        assertThat(forecast.why()).contains("25.0 ms for 1 request", "31 come together", "2.4 times");
    }

    @Test
    void aBoundOnGapsIsKeptOrItIsSaidThatItCannotBe() {
        Forecast free = forecaster.answer(question(0.1, "shared", null), 64);
        Forecast bound = forecaster.answer(question(0.1, "shared", 45.0), 64);
        assertThat(free.tuned().p99GapMillis().orElseThrow()).isGreaterThan(45);
        assertThat(bound.tuned().p99GapMillis().orElseThrow()).isLessThanOrEqualTo(45);
        assertThat(bound.tuned().tokensPerSecond())
                .isLessThan(free.tuned().tokensPerSecond())
                .isGreaterThan(bound.greedy().tokensPerSecond());

        assertThat(forecaster.answer(question(0.1, "shared", 5.0), 64).why())
                .startsWith("no settings stay within 5.00 ms");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05, 0.3, 0.6, 1})
    void theShareIsThatOfTheTokensThatAnAnswerKeeps(double share) {
        PairQuestion question = question(share, "separate", null);
        double large = question.workload(1).routing().visitShare(1);
        assertThat(large / question.kept()).isCloseTo(share, within(1e-9));
    }

    /** A large model of which steps of up to 8 rows were timed, at 25 ms and 1 ms a row, asked about 64 requests. */
    @Test
    void beyondWhatWasTimedNothingIsPromisedThatFlatStepsWouldGive() {
        PairQuestion known =
                new QuestionText(0.9, "6,0", "24,1", "separate", null, null, 0.03, null).check(name -> name);
        PairQuestion timed = new QuestionText(0.9, "6,0", "1:25,2:26,4:28,8:32", "separate", null, null, 0.03, null)
                .check(name -> name);
        Forecast truth = forecaster.answer(known, 64);
        Forecast guessed = forecaster.answer(timed, 64);
        assertThat(guessed.tuned().tokensPerSecond())
                .isCloseTo(
                        truth.tuned().tokensPerSecond(),
                        within(0.02 * truth.tuned().tokensPerSecond()));
        assertThat(truth.isMeasured()).isTrue();
        assertThat(guessed.isMeasured()).isFalse();
        assertThat(guessed.why())
                .endsWith(
                        "no steps of more than 8 rows of the large model were timed, they are guessed from smaller ones");
        assertThat(forecaster.answer(timed, 8).isMeasured()).isTrue();
    }

    @Test
    void numbersOfRequestsDoubleAndEndWithTheOneAskedFor() {
        assertThat(Forecaster.upTo(1)).containsExactly(1);
        assertThat(Forecaster.upTo(16)).containsExactly(1, 2, 4, 8, 16);
        assertThat(Forecaster.upTo(20)).isEqualTo(List.of(1, 2, 4, 8, 16, 20));
    }
}
