package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

class LiveFiguresTest {

    private static final long SECOND = 1_000_000_000L;

    private static EngineSnapshot at(long nanos, EngineSnapshot.Model... models) {
        return new EngineSnapshot(nanos, List.of(models), List.of());
    }

    @Test
    void rateIsTheDifferenceOverTheTimeThatPassed() {
        LiveFigures figures = LiveFigures.between(
                at(0, ScriptedEngine.model("small", 100), ScriptedEngine.model("large", 7)),
                at(2 * SECOND, ScriptedEngine.model("small", 400), ScriptedEngine.model("large", 7)));
        assertThat(figures.models())
                .containsExactly(new LiveFigures.Model("small", 150, 0, 0), new LiveFigures.Model("large", 0, 0, 0));
    }

    @Test
    void aModelThatJustCameHasNoRateYet() {
        LiveFigures figures = LiveFigures.between(at(0), at(SECOND, ScriptedEngine.model("new", 50)));
        assertThat(figures.models()).isEmpty();
    }

    @Test
    void aModelThatCountsAnewHasNoNegativeRate() {
        LiveFigures figures = LiveFigures.between(
                at(0, ScriptedEngine.model("small", 100)), at(SECOND, ScriptedEngine.model("small", 3)));
        assertThat(figures.models().getFirst().tokensPerSecond()).isZero();
    }

    @Test
    void oneClockServesAllViewersAndStopsWithTheLast() {
        VirtualTimeScheduler time = VirtualTimeScheduler.create();
        AtomicLong looks = new AtomicLong();
        LiveTicker<LiveFigures> ticker = LiveTicker.ofPairs(
                () -> {
                    long n = looks.getAndIncrement();
                    return at(n * SECOND, ScriptedEngine.model("small", n * n));
                },
                LiveFigures::between,
                time);

        List<LiveFigures> first = new ArrayList<>();
        List<LiveFigures> second = new ArrayList<>();
        var viewer = ticker.watch().subscribe(first::add);
        time.advanceTimeBy(Duration.ofSeconds(2));
        var late = ticker.watch().subscribe(second::add);
        time.advanceTimeBy(Duration.ofSeconds(1));
        assertThat(rates(first)).containsExactly(1.0, 3.0, 5.0);
        assertThat(rates(second))
                .as("a late viewer starts with the newest figures")
                .containsExactly(3.0, 5.0);
        assertThat(looks).as("one look a second, however many watch").hasValue(4);

        viewer.dispose();
        late.dispose();
        time.advanceTimeBy(Duration.ofSeconds(60));
        assertThat(looks).as("nobody watches").hasValue(4);

        StepVerifier.create(ticker.watch().take(1))
                .then(() -> time.advanceTimeBy(Duration.ofSeconds(1)))
                .expectNextMatches(figures -> figures.models().getFirst().tokensPerSecond() == 9.0)
                .verifyComplete();
    }

    private static List<Double> rates(List<LiveFigures> figures) {
        return figures.stream()
                .map(f -> f.models().getFirst().tokensPerSecond())
                .toList();
    }
}
