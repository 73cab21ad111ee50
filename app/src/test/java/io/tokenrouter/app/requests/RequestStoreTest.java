package io.tokenrouter.app.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.ServerContext;
import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the database tells after a restart is what memory told before. */
class RequestStoreTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    @RegisterExtension
    static final RunningServer server = RunningServer.ofThisClass();

    private RequestStore store;
    private EndedRequest made;

    @BeforeEach
    void make() throws Exception {
        store = ServerContext.of(server.server()).getBean(RequestStore.class);
        String answer = complete("demo");
        String requestId = answer.replaceAll("(?s).*?\"id\":\"([^\"]+)\".*", "$1");
        made = ServerContext.of(server.server()).getBean(RequestBook.class).recent().stream()
                .filter(ended -> ended.entry().requestId().equals(requestId))
                .findFirst()
                .orElseThrow();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (store.find(made.id()).map(EndedRequest::route).isEmpty()) {
            assertThat(System.nanoTime()).as("it is written in time").isLessThan(deadline);
            LockSupport.parkNanos(50_000_000);
        }
    }

    @Test
    void aRequestComesBackAsItWas() {
        assertThat(store.find(made.id())).contains(made);
        assertThat(made.route()).isNotNull();
        assertThat(made.route().hops()).isNotEmpty();
        assertThat(store.find(query(made.entry().requestId(), Set.of(), null))).containsExactly(made);
        assertThat(store.find(query(made.id().toString(), Set.of(made.entry().state()), null)))
                .containsExactly(made);
        assertThat(store.find(query("%", Set.of(), null))).isEmpty();
        assertThat(store.find(query(
                        made.entry().requestId(), Set.of(), new RequestQuery.Cursor(made.finishedAt(), made.id()))))
                .isEmpty();
    }

    @Test
    void itsWayGoesBeforeItsRecord() {
        new RouteRetention(store, Duration.ZERO).run(made.finishedAt().plusSeconds(1));
        List<EndedRequest> found = store.find(query(made.entry().requestId(), Set.of(), null));
        assertThat(found).singleElement().satisfies(ended -> {
            assertThat(ended.route()).isNull();
            assertThat(ended.entry().tape()).isNull();
            assertThat(ended.entry().completionTokens()).isEqualTo(made.entry().completionTokens());
        });
    }

    private static RequestQuery query(String text, Set<String> outcomes, RequestQuery.Cursor before) {
        return new RequestQuery("demo", "anonymous", outcomes, text, before, 10);
    }

    private static String complete(String model) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    "{\"model\": \"" + model + "\", \"prompt\": \"Lena has\", \"max_tokens\": 40}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return answer.body();
        }
    }
}
