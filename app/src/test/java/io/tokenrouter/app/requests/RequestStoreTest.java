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
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** What the database tells after a restart is what memory told before. */
class RequestStoreTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(300);

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
        assertThat(store.find(query(made.entry().requestId(), Set.of(), null))).containsExactly(made.entry());
        assertThat(store.find(query(made.id().toString(), Set.of(made.entry().state()), null)))
                .containsExactly(made.entry());
        assertThat(store.find(query("%", Set.of(), null))).isEmpty();
        assertThat(store.find(query(
                        made.entry().requestId(), Set.of(), new RequestQuery.Cursor(made.finishedAt(), made.id()))))
                .isEmpty();
    }

    @Test
    void itsWayGoesBeforeItsRecord() {
        new RouteRetention(store, Duration.ZERO).run(made.finishedAt().plusSeconds(1));
        assertThat(store.find(made.id()).orElseThrow().route()).isNull();
        List<RequestEntry> found = store.find(query(made.entry().requestId(), Set.of(), null));
        assertThat(found).singleElement().satisfies(ended -> {
            assertThat(ended.tape()).isNull();
            assertThat(ended.completionTokens()).isEqualTo(made.entry().completionTokens());
        });
    }

    /** Two that failed among ten thousand: the plan goes by an index that is of these alone. */
    @Test
    void theFewThatFailedAreFoundWithoutLookingAtAll() {
        JdbcTemplate sql = ServerContext.of(server.server()).getBean(JdbcTemplate.class);
        sql.update("""
                INSERT INTO generations (id, request_id, target, prompt_tokens, cached_tokens, completion_tokens,
                    catch_up_tokens, discarded_tokens, switches, outcome, error_kind, started_at, finished_at,
                    queued_seconds, total_seconds)
                SELECT gen_random_uuid(), 'many-' || i, 'elsewhere', 3, 0, '{}', '{}', 0, 0,
                    CASE WHEN i % 5000 = 0 THEN 'failed' ELSE 'stop' END, CASE WHEN i % 5000 = 0 THEN 'scripted' END,
                    at, at, 0, 0
                FROM (SELECT i, now() - i * interval '1 second' AS at FROM generate_series(1, 10000) i) AS made
                """);
        sql.execute("ANALYZE generations");
        RequestQuery failed = new RequestQuery(null, null, Set.of("failed"), null, null, 50);

        assertThat(store.find(failed)).extracting(RequestEntry::requestId).containsExactly("many-5000", "many-10000");
        RequestSearch search = RequestSearch.of(failed);
        List<String> plan = new NamedParameterJdbcTemplate(sql)
                .queryForList("EXPLAIN " + search.sql(), search.values(), String.class);
        assertThat(String.join("\n", plan))
                .contains("generations_outcome_finished")
                .doesNotContain("Seq Scan on generations g");
        assertThat(search.sql()).doesNotContain("hops");
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
