package io.tokenrouter.app.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.zaxxer.hikari.HikariDataSource;
import io.tokenrouter.app.Startup;
import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.app.postgres.Database;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.JdbcTemplate;

/** The persistence layer on a real Postgres, below an engine without models. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PersistenceTest {

    private ConfigurableApplicationContext context;
    private JdbcTemplate sql;
    private Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @BeforeAll
    void start(@TempDir Path folder) {
        Database database =
                Database.embedded(folder.resolve("postgres"), TestFolders.POSTGRES_PROGRAMS, new Startup(line -> {}));
        context = new SpringApplicationBuilder(PersistenceWiring.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .initializers(beans -> beans.getBeanFactory().registerSingleton("database", database))
                .run();
        sql = context.getBean(JdbcTemplate.class);
    }

    @AfterAll
    void stop() {
        Database database = context.getBean(Database.class);
        context.close();
        database.close();
    }

    @Test
    void theDatabaseIsTheTruthForModelsPairsAndPolicies() {
        RegistryStore store = context.getBean(RegistryStore.class);
        PolicySpec spec = new PolicySpec("uncertainty", Map.of("metric", "entropy", "enter", 0.2, "window", 4));
        store.putModel("a", Path.of("/models/a.gguf"), Origin.DEMO, null);
        store.putModel("b", Path.of("/models/b.gguf"), Origin.DEMO, null);
        store.putPolicyIfAbsent("p", spec);
        store.putPair("ab", "a", "b", "p", Origin.DEMO);

        store.putModel("a", Path.of("/elsewhere/a.gguf"), Origin.COMMAND_LINE, null);
        store.putPolicyIfAbsent("p", PolicySpec.of("random"));

        assertThat(store.models())
                .extracting(RegisteredModel::id, RegisteredModel::file, RegisteredModel::origin)
                .containsExactly(
                        tuple("a", Path.of("/elsewhere/a.gguf"), Origin.COMMAND_LINE),
                        tuple("b", Path.of("/models/b.gguf"), Origin.DEMO));
        assertThat(store.pairs())
                .extracting(RegisteredPair::id, RegisteredPair::smallModelId, RegisteredPair::largeModelId)
                .containsExactly(tuple("ab", "a", "b"));
        assertThat(store.policies()).containsExactly(new RegisteredPolicy("p", 1, spec));
    }

    @Test
    void aNewerVersionOfAPolicyIsTheOneThatCounts() {
        RegistryStore store = context.getBean(RegistryStore.class);
        store.putPolicyIfAbsent("q", PolicySpec.of("random"));
        sql.update("INSERT INTO policy_versions VALUES ('q', 2, 'fixed', '{\"role\": \"large\"}')");

        assertThat(store.policies())
                .contains(new RegisteredPolicy("q", 2, new PolicySpec("fixed", Map.of("role", "large"))));
    }

    @Test
    void aGenerationLeavesARecordWithoutItsText() throws Exception {
        generate("r-1");
        tick();

        Map<String, Object> row = sql.queryForMap("SELECT * FROM generations WHERE request_id = 'r-1'");
        assertThat(row)
                .containsEntry("target", "some-model")
                .containsEntry("outcome", "length")
                .containsEntry("prompt_tokens", 2)
                .containsEntry("policy_name", null);
        assertThat(row.get("completion_tokens").toString()).isEqualTo("{\"small\": 2}");
    }

    /** Postgres rounds to microseconds, so the record does before it. */
    @Test
    void aBeginningIsKeptAsItIsTold() {
        for (long nanos : new long[] {1, 499, 500, 999, 1_234_567}) {
            GenerationRecord generation = Records.lasting("lasting-" + nanos, now, nanos);
            context.getBean(RecordSink.class).writeGenerations(List.of(generation));
            assertThat(sql.queryForObject(
                            "SELECT started_at FROM generations WHERE request_id = ?",
                            OffsetDateTime.class,
                            generation.requestId()))
                    .isEqualTo(generation.startedAt().atOffset(ZoneOffset.UTC));
        }
    }

    @Test
    void aRecordWrittenTwiceIsKeptOnceAndHoldsUpNoOther() {
        RecordWriter writer = context.getBean(RecordWriter.class);
        GenerationRecord twice = record("twice");
        writer.record(twice);
        tick();
        writer.record(twice);
        writer.record(record("after"));
        tick();

        assertThat(writer.waiting()).isZero();
        assertThat(sql.queryForList(
                        "SELECT request_id FROM generations WHERE request_id IN ('twice', 'after')", String.class))
                .containsExactlyInAnyOrder("twice", "after");
    }

    @Test
    void anOutageAmongSingleRecordsLosesNone() {
        List<String> written = new ArrayList<>();
        AtomicBoolean down = new AtomicBoolean(true);
        DatabaseState state = new DatabaseState();
        RecordSink sink = new RecordSink() {
            @Override
            public void writeGenerations(List<GenerationRecord> records) {
                if (records.size() > 1) {
                    throw new DataIntegrityViolationException("one of them");
                }
                if (records.getFirst().requestId().equals("b") && down.get()) {
                    throw new DataAccessResourceFailureException("gone");
                }
                written.add(records.getFirst().requestId());
            }

            @Override
            public void writeChanges(List<BatchingChange> changes) {}

            @Override
            public void deleteBefore(Instant limit) {}
        };
        RecordWriter writer = new RecordWriter(
                sink, List.of(), List.of(), state, context.getBean(Database.class), context.getBean(Retention.class));
        List.of("a", "b", "c").forEach(id -> writer.record(record(id)));

        writer.tick(later());
        assertThat(written).containsExactly("a");
        assertThat(writer.waiting()).isEqualTo(2);
        assertThat(state.isUp()).isFalse();

        down.set(false);
        writer.tick(later());
        assertThat(written).containsExactly("a", "b", "c");
        assertThat(state.isUp()).isTrue();
    }

    @Test
    void recordsOlderThanTheirTimeAreDeleted() {
        RecordSink sink = context.getBean(RecordSink.class);
        sink.writeGenerations(List.of(Records.generation("old", now.minus(Duration.ofDays(91)))));
        sink.writeGenerations(List.of(Records.generation("young", now.minus(Duration.ofDays(89)))));

        now = now.plus(RecordWriter.DELETION_INTERVAL);
        tick();

        assertThat(sql.queryForList(
                        "SELECT request_id FROM generations WHERE request_id IN ('old', 'young')", String.class))
                .containsExactly("young");
    }

    @Test
    void otherRecordsAreWrittenAndTidiedAfterwards() {
        List<String> done = new ArrayList<>();
        RecordBuffer<String> buffer = new RecordBuffer<>(2, done::addAll);
        RecordWriter writer = new RecordWriter(
                context.getBean(RecordSink.class),
                List.of(buffer),
                List.of(
                        at -> {
                            throw new IllegalStateException("scripted");
                        },
                        at -> done.add("tidied")),
                new DatabaseState(),
                context.getBean(Database.class),
                context.getBean(Retention.class));
        List.of("a", "b", "one too many").forEach(buffer::add);
        writer.tick(later());

        assertThat(done).containsExactly("a", "b", "tidied");
        assertThat(buffer.dropped()).isEqualTo(1);
    }

    @Test
    void generationGoesOnWithoutADatabaseAndTheRecordsComeLater() throws Exception {
        Database database = context.getBean(Database.class);
        DatabaseState state = context.getBean(DatabaseState.class);
        RecordWriter writer = context.getBean(RecordWriter.class);
        killServer(database);

        generate("during-outage");
        writer.record(new BatchingChange(
                UUID.randomUUID(),
                "during-outage",
                now,
                BatchingChange.Author.TUNER,
                "greedy",
                "hold 1",
                "more requests",
                0.02));
        writer.tick(later());
        assertThat(state.isUp()).isFalse();
        assertThat(writer.waiting()).isEqualTo(1);

        // a database that is away is tried anew from time to time only, and takes its time to start on a busy machine
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!state.isUp()) {
            assertThat(System.nanoTime()).as("the database comes back").isLessThan(deadline);
            writer.tick(later());
        }
        assertThat(writer.waiting()).isZero();
        assertThat(sql.queryForObject(
                        "SELECT count(*) FROM generations WHERE request_id = 'during-outage'", Integer.class))
                .isEqualTo(1);
        assertThat(sql.queryForObject(
                        "SELECT count(*) FROM batching_changes WHERE pair_id = 'during-outage'", Integer.class))
                .isEqualTo(1);
    }

    @Test
    void aPoolWhoseConnectionsAreAllInUseIsNoOutage() throws Exception {
        DataSource pool = context.getBean("dataSource", DataSource.class);
        DatabaseState state = context.getBean(DatabaseState.class);
        List<Connection> taken = new ArrayList<>();
        try {
            for (int i = 0; i < PersistenceConfiguration.CONNECTIONS; i++) {
                taken.add(pool.getConnection());
            }
            assertThatThrownBy(() -> state.ask(() -> sql.queryForObject("SELECT 1", Integer.class)))
                    .matches(DatabaseBusyException::isIn);
        } finally {
            for (Connection connection : taken) {
                connection.close();
            }
        }
        assertThat(state.isUp()).isTrue();
        assertThat(sql.queryForObject("SELECT 1", Integer.class)).isEqualTo(1);
    }

    /** Whoever waits for the pool must be told why it has no connection: a database that does not answer is no pool that is in use. */
    @Test
    void aConnectionIsGivenUpBeforeThePoolIs() throws Exception {
        HikariDataSource pool = context.getBean("dataSource", DataSource.class).unwrap(HikariDataSource.class);
        for (String limit : List.of("connectTimeout", "loginTimeout")) {
            long seconds = Long.parseLong(pool.getDataSourceProperties().getProperty(limit));
            assertThat(TimeUnit.SECONDS.toMillis(seconds)).isPositive().isLessThan(pool.getConnectionTimeout());
        }
    }

    @Test
    void aStatementThatTakesTooLongIsGivenUpAndItsConnectionIsNot() {
        assertThat(sql.queryForObject("SHOW statement_timeout", String.class)).isEqualTo("8s");
        assertThatThrownBy(() -> sql.execute("SET LOCAL statement_timeout = '1ms'; SELECT pg_sleep(60)"))
                .isInstanceOf(QueryTimeoutException.class);
        assertThat(sql.queryForObject("SHOW statement_timeout", String.class)).isEqualTo("8s");
    }

    private void generate(String id) throws Exception {
        CompletableFuture<TokenEvent> end = new CompletableFuture<>();
        GenerationRequest request = new GenerationRequest(
                id, "some-model", new int[] {1, 2}, SamplingParams.GREEDY, StopCriteria.maxTokens(2), null, 0);
        context.getBean(RecordingEngine.class).submit(request, event -> {
            if (!(event instanceof TokenEvent.Token)) {
                end.complete(event);
            }
        });
        assertThat(end.get(120, TimeUnit.SECONDS)).isInstanceOf(TokenEvent.Finished.class);
    }

    private GenerationRecord record(String id) {
        return Records.generation(id, now);
    }

    private void tick() {
        context.getBean(RecordWriter.class).tick(later());
    }

    /** A minute after the call before: past every interval of the writer. */
    private Instant later() {
        now = now.plusSeconds(60);
        return now;
    }

    private static void killServer(Database database) {
        ProcessHandle server = database.embedded().orElseThrow().serverProcess().orElseThrow();
        server.destroyForcibly();
        server.onExit().join();
    }
}
