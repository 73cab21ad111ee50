package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.forecast.Forecast;
import io.tokenrouter.app.forecast.Forecaster;
import io.tokenrouter.app.forecast.PairQuestion;
import io.tokenrouter.app.forecast.QuestionText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
        List<Forecast> forecasts = queue.answer(question(), List.of(1, 2, 4)).block(Duration.ofMinutes(1));
        assertThat(forecasts).extracting(Forecast::requests).containsExactly(1, 2, 4);
    }

    @Test
    void aFloodOfQuestionsIsRefusedAtOnce() {
        List<Integer> many = IntStream.rangeClosed(1000, 1015).boxed().toList();
        List<Throwable> refused = new ArrayList<>();
        List<Disposable> waiting = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            waiting.add(queue.answer(question(), many).subscribe(answer -> {}, refused::add));
        }
        assertThat(refused)
                .hasSizeBetween(22, 24)
                .allSatisfy(problem ->
                        assertThat(((Problem) problem).status().value()).isEqualTo(503));

        waiting.forEach(Disposable::dispose);
    }
}
