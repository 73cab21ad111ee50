package io.tokenrouter.app.batching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.app.forecast.Forecast;
import io.tokenrouter.app.forecast.Forecaster;
import io.tokenrouter.app.forecast.PairQuestion;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BucketTrim;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Steps of 6 and 25 ms, of which prompts make 12 and 50 ms. A tenth of the tokens is the large model's. */
class OutlookTest {

    private static final double SHARE = 0.1;
    private static final double ONE_REQUEST = 1000 / (12 + SHARE * 50);

    private final Forecaster forecaster = new Forecaster();
    private final Outlook outlook = new Outlook(forecaster);

    @Test
    void whatPromptsTakeIsPartOfWhatIsExpectedNow() {
        Outlook.Prediction seen = outlook.look(pair(), 1, SHARE, Double.NaN, 0);

        assertThat(seen).isNotNull();
        assertThat(seen.inForce().tokensPerSecond()).isCloseTo(ONE_REQUEST, within(0.01 * ONE_REQUEST));
        assertThat(seen.greedy().tokensPerSecond()).isCloseTo(ONE_REQUEST, within(0.01 * ONE_REQUEST));
    }

    @Test
    void whatPromptsTakeIsPartOfWhatIf() {
        PairQuestion question =
                MeasuredPair.question(pair(), SHARE, OptionalDouble.empty()).orElseThrow();
        Forecast forecast = forecaster.answer(question, 1);

        assertThat(forecast.tuned().tokensPerSecond()).isCloseTo(ONE_REQUEST, within(0.01 * ONE_REQUEST));
        assertThat(forecast.oneAtATime().tokensPerSecond()).isCloseTo(ONE_REQUEST, within(1e-6 * ONE_REQUEST));
    }

    @Test
    void whatTheTunerExpectsIsShownAndGreedyKeepsItsProportion() {
        Outlook.Prediction own = outlook.look(pair(), 8, SHARE, Double.NaN, 0);
        Outlook.Prediction seen = outlook.look(pair(), 8, SHARE, 123, 0);

        assertThat(own).isNotNull();
        assertThat(seen).isNotNull();
        assertThat(seen.inForce().tokensPerSecond()).isCloseTo(123, within(1e-9));
        assertThat(seen.inForce().tokensPerSecondEach()).isCloseTo(123.0 / 8, within(1e-9));
        assertThat(seen.greedy().tokensPerSecond() / 123)
                .isCloseTo(own.greedy().tokensPerSecond() / own.inForce().tokensPerSecond(), within(1e-9));
    }

    @Test
    void whatTheTunerExpectedIsNotShownWhenNothingRuns() {
        assertThat(outlook.look(pair(), 0, SHARE, 123, 0)).isNull();
    }

    private static PairGroup pair() {
        GroupShape shape =
                new GroupShape(List.of("small", "large"), List.of(64, 64), List.of(List.of(), List.of()), false);
        GroupPlan plan = new GroupPlan(
                new BatchingSettings.Greedy(),
                List.of(profile(6), profile(25)),
                List.of(profile(12), profile(50)),
                RoutingMatrix.pair(SHARE, 1).withKeptShare(1 / (1 + SHARE)),
                new DeviceMode.Separate(),
                List.of(100_000_000L, 100_000_000L),
                List.of(BucketTrim.NONE, BucketTrim.NONE),
                "");
        ServedPolicy policy = new ServedPolicy("random", 0, PolicySpec.of("random"));
        ServedPair served = new ServedPair(
                "demo", 0, "small", "large", policy, unused(Tokenizer.class), unused(ChatTemplate.class), 64);
        return new PairGroup(served, shape, plan, "", List.of("demo"));
    }

    private static <T> T unused(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                }));
    }

    private static ModelProfile profile(double millis) {
        return ModelProfile.of(StepTimeCurve.of(64, rows -> millis * 1e6)).withNoise(0.03);
    }
}
