package io.tokenrouter.app.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.app.postgres.Database;
import io.tokenrouter.engine.api.PolicySpec;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Decisions about batching on a real Postgres. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BatchingStoreTest {

    private ConfigurableApplicationContext context;
    private BatchingStore store;

    @BeforeAll
    void start(@TempDir Path folder) {
        Database database =
                Database.embedded(folder.resolve("postgres"), TestFolders.POSTGRES_PROGRAMS, new Startup(line -> {}));
        context = new SpringApplicationBuilder(PersistenceWiring.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .initializers(beans -> beans.getBeanFactory().registerSingleton("database", database))
                .run();
        store = context.getBean(BatchingStore.class);
        RegistryStore registry = context.getBean(RegistryStore.class);
        registry.putPolicyIfAbsent("p", PolicySpec.of("random"));
        for (String model : List.of("a", "b", "c", "d")) {
            registry.putModel(model, Path.of("/models/" + model + ".gguf"), Origin.CONSOLE, null);
        }
        registry.putPair("ab", "a", "b", Map.of(), "p", Origin.CONSOLE);
        registry.putPair("bc", "b", "c", Map.of(), "p", Origin.CONSOLE);
        registry.putPair("cd", "c", "d", Map.of(), "p", Origin.CONSOLE);
        registry.putPair("da", "d", "a", Map.of(), "p", Origin.CONSOLE);
    }

    @AfterAll
    void stop() {
        Database database = context.getBean(Database.class);
        context.close();
        database.close();
    }

    @Test
    void theNewestDecisionOfAPairCountsAndAStaleOneIsRefused() {
        Map<String, Object> options = Map.of("large", Map.of("rows", 8, "max_wait_ms", 2.5));
        BatchingDecision pinned = store.put(List.of("ab", "bc"), "ab", 0, "minimum-batch", options, () -> {});
        assertThat(pinned.version()).isPositive();

        assertThatThrownBy(() -> store.put(List.of("ab", "bc"), "bc", 0, "greedy", Map.of(), () -> {}))
                .as("of another pair, whose models are batched together with these")
                .isInstanceOfSatisfying(StaleVersionException.class, stale -> {
                    assertThat(stale.expected()).isZero();
                    assertThat(stale.current()).isEqualTo(pinned.version());
                });
        assertThat(store.newest()).contains(pinned);

        BatchingDecision tuned = store.put(List.of("ab", "bc"), "ab", pinned.version(), null, Map.of(), () -> {});
        assertThat(tuned.version()).isGreaterThan(pinned.version());
        assertThat(store.newest()).contains(tuned).doesNotContain(pinned);
        assertThat(store.put(List.of("cd"), "cd", 0, "greedy", Map.of(), () -> {})
                        .policy())
                .as("a pair of its own has versions of its own")
                .isEqualTo("greedy");
    }

    @Test
    void whatCannotBeDoneIsNotKept() {
        List<BatchingDecision> before = store.newest();
        assertThatThrownBy(() -> store.put(List.of("da"), "da", 0, "greedy", Map.of(), () -> {
                    throw new IllegalArgumentException("does not fit");
                }))
                .hasMessage("does not fit");
        assertThat(store.newest()).isEqualTo(before);
    }

    @Test
    void changesAreKeptNewestFirst() {
        RecordWriter records = context.getBean(RecordWriter.class);
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        records.record(change("greedy", "hold 1.4", now.minusSeconds(60), 0.021));
        records.record(change("hold 1.4", "greedy", now, null));
        records.tick(now);

        assertThat(store.changes("ab", 10))
                .extracting(BatchingChange::after, BatchingChange::predictedGain, BatchingChange::changedAt)
                .containsExactly(tuple("greedy", null, now), tuple("hold 1.4", 0.021, now.minusSeconds(60)));
        assertThat(store.changes("ab", 1)).extracting(BatchingChange::after).containsExactly("greedy");
        assertThat(store.changes("cd", 10)).isEmpty();
    }

    private static BatchingChange change(String before, String after, Instant at, Double gain) {
        return new BatchingChange(
                UUID.randomUUID(), "ab", at, BatchingChange.Author.TUNER, before, after, "more requests", gain);
    }
}
