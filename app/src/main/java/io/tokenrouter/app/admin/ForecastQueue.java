package io.tokenrouter.app.admin;

import io.tokenrouter.app.forecast.Forecast;
import io.tokenrouter.app.forecast.Forecaster;
import io.tokenrouter.app.forecast.PairQuestion;
import jakarta.annotation.PreDestroy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Computes forecasts on one thread behind everything that serves, keeps the newest, and refuses at once when too many wait: each
 * can take half a second of a core.
 */
@Component
class ForecastQueue {

    private static final int MOST_WAITING = 16;
    private static final int KEPT = 512;

    private final Forecaster forecaster;
    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform()
                    .name("forecasts")
                    .daemon()
                    .priority(Thread.MIN_PRIORITY)
                    .factory());

    private final Map<Key, Forecast> newest = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Forecast> eldest) {
            return size() > KEPT;
        }
    });

    ForecastQueue(Forecaster forecaster) {
        this.forecaster = forecaster;
    }

    private record Key(PairQuestion question, int requests) {}

    /** One forecast for each number of requests. Who does not wait for it any more costs nothing further. */
    Mono<List<Forecast>> answer(PairQuestion question, List<Integer> requests) {
        return Mono.create(sink -> {
            Task task = new Task(sink, question, requests);
            sink.onDispose(task::stop);
            try {
                executor.execute(task);
            } catch (RejectedExecutionException e) {
                sink.error(new Problem(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "Too many questions",
                        "Too many wait for an answer; try again."));
            }
        });
    }

    @PreDestroy
    void stop() {
        executor.shutdownNow();
    }

    private final class Task implements Runnable {

        private final MonoSink<List<Forecast>> sink;
        private final PairQuestion question;
        private final List<Integer> requests;
        private volatile boolean stopped;

        Task(MonoSink<List<Forecast>> sink, PairQuestion question, List<Integer> requests) {
            this.sink = sink;
            this.question = question;
            this.requests = requests;
        }

        void stop() {
            stopped = true;
        }

        @Override
        public void run() {
            try {
                List<Forecast> forecasts = new ArrayList<>();
                for (int n : requests) {
                    if (stopped) {
                        return;
                    }
                    forecasts.add(forecast(n));
                }
                sink.success(forecasts);
            } catch (RuntimeException e) {
                sink.error(e);
            }
        }

        private Forecast forecast(int n) {
            Key key = new Key(question, n);
            Forecast known = newest.get(key);
            if (known == null) {
                known = forecaster.answer(question, n);
                newest.put(key, known);
            }
            return known;
        }
    }
}
