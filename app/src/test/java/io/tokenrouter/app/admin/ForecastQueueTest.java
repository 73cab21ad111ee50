package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.forecast.Forecast;
import io.tokenrouter.app.forecast.Forecaster;
import io.tokenrouter.app.forecast.PairQuestion;
import io.tokenrouter.app.forecast.QuestionText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

class ForecastQueueTest {

    private final ForecastQueue queue = new ForecastQueue(new Forecaster());

    @AfterEach
    void stop() {
        queue.stop();
    }

    private static PairQuestion question() {
        return new QuestionText(0.1, "6,0.1", "25,0.1", "separate", null, null, 0.03, null).check(name -> name);
    }

    @Test
    void answersInTheOrderOfTheNumbers() {
        List<Forecast> forecasts = queue.answer(question(), List.of(1, 2, 4)).block(Duration.ofMinutes(5));
        assertThat(forecasts).extracting(Forecast::requests).containsExactly(1, 2, 4);
    }

    @Test
    void aFloodOfQuestionsIsRefusedAtOnce() {
        CountDownLatch isBusy = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        // whoever hears of the first answer keeps the only thread until all others have asked
        queue.answer(question(), List.of(1)).subscribe(answer -> {
            isBusy.countDown();
            awaitForever(goesOn);
        });
        awaitForever(isBusy);
        List<Throwable> refused = new ArrayList<>();
        List<Disposable> waiting = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            waiting.add(queue.answer(question(), List.of(2)).subscribe(answer -> {}, refused::add));
        }
        assertThat(refused)
                .hasSize(40 - 16)
                .allSatisfy(problem ->
                        assertThat(((Problem) problem).status().value()).isEqualTo(503));

        waiting.forEach(Disposable::dispose);
        goesOn.countDown();
    }

    private static void awaitForever(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
