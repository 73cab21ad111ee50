package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

class ViewerLimitTest {

    private final ViewerLimit limit = new ViewerLimit();
    private final AtomicInteger watching = new AtomicInteger();
    private final List<Throwable> refusals = Collections.synchronizedList(new ArrayList<>());

    private Disposable watch(String path) {
        return limit.filter(
                        MockServerWebExchange.from(MockServerHttpRequest.method(HttpMethod.GET, URI.create(path))),
                        exchange -> {
                            watching.incrementAndGet();
                            return Mono.never();
                        })
                .subscribe(none -> {}, refusals::add);
    }

    @Test
    void notOneViewerTooManyHoweverManyComeAtOnce() throws Exception {
        int crowd = ViewerLimit.MOST_VIEWERS + 100;
        CountDownLatch gate = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < crowd; i++) {
                all.add(threads.submit(() -> {
                    gate.await();
                    return watch(LiveController.PATH);
                }));
            }
            gate.countDown();
            for (Future<?> each : all) {
                each.get();
            }
        }

        assertThat(watching).hasValue(ViewerLimit.MOST_VIEWERS);
        assertThat(refusals).hasSize(100).allSatisfy(refusal -> {
            ResponseStatusException status = (ResponseStatusException) refusal;
            assertThat(status.getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
            assertThat(status.getHeaders().getFirst(HttpHeaders.RETRY_AFTER)).isEqualTo("10");
        });
    }

    @Test
    void whoLeavesGivesThePlaceToAnother() {
        List<Disposable> viewers = new ArrayList<>();
        for (int i = 0; i < ViewerLimit.MOST_VIEWERS; i++) {
            viewers.add(watch(LiveController.PATH));
        }
        watch(LiveController.PATH);
        assertThat(refusals).hasSize(1);

        viewers.getFirst().dispose();
        watch(LiveController.PATH);

        assertThat(refusals).hasSize(1);
        assertThat(watching).hasValue(ViewerLimit.MOST_VIEWERS + 1);
    }

    @Test
    void noSpellingOfTheAddressGetsPast() {
        for (int i = 0; i < ViewerLimit.MOST_VIEWERS; i++) {
            watch(LiveController.PATH);
        }
        watch("/console/%65vents");
        watch("/console;a=b/events/batching");
        assertThat(refusals).hasSize(2);
    }

    @Test
    void otherAddressesAreNotCounted() {
        for (int i = 0; i < 2 * ViewerLimit.MOST_VIEWERS; i++) {
            watch("/models");
        }

        assertThat(refusals).isEmpty();
    }
}
