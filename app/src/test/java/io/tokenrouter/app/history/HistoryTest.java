package io.tokenrouter.app.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.fixtures.EmptyCatalog;
import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.app.postgres.Database;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Samples on a real Postgres, rolled up on a clock that the test moves. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HistoryTest {

    private static final Instant START = Instant.parse("2026-11-28T09:00:00.250Z");
    private static final Duration HOURS_5 = Duration.ofHours(5);

    private final LiveHour live = new LiveHour();
    private ConfigurableApplicationContext context;
    private JdbcTemplate sql;
    private ThroughputStore store;
    private RetentionService retention;
    private History history;

    @BeforeAll
    void start(@TempDir Path folder) {
        Database database =
                Database.embedded(folder.resolve("postgres"), TestFolders.POSTGRES_PROGRAMS, new Startup(line -> {}));
        context = new SpringApplicationBuilder(HistoryWiring.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .initializers(beans -> beans.getBeanFactory().registerSingleton("database", database))
                .run();
        sql = context.getBean(JdbcTemplate.class);
        store = context.getBean(ThroughputStore.class);
    }

    @AfterAll
    void stop() {
        Database database = context.getBean(Database.class);
        context.close();
        database.close();
    }

    @BeforeEach
    void empty() {
        sql.execute("TRUNCATE model_throughput, target_throughput, throughput_rolled_up, throughput_retention");
        retention = new RetentionService(
                context.getBean(RetentionStore.class),
                context.getBean(AuditTrail.class),
                new HistoryProperties(Duration.ofDays(1), Duration.ofDays(90), Duration.ofDays(400)));
        history = new History(store, live, retention, new DatabaseState(), new EmptyCatalog());
    }

    @Test
    void rollingUpChangesNoAnswer() {
        Instant end = write(HOURS_5);
        ThroughputHistory minutes = ask(wholeHours(end), 60);
        ThroughputHistory hours = ask(wholeHours(end), 3600);
        rollUpAll(end.plusSeconds(60));

        assertThat(count("model_throughput", 60)).isEqualTo(2 * 290);
        assertThat(count("target_throughput", 3600)).isEqualTo(5);
        assertThat(ask(wholeHours(end), 60)).isEqualTo(minutes);
        assertThat(ask(wholeHours(end), 3600)).isEqualTo(hours);
        sql.update("DELETE FROM model_throughput WHERE resolution = 10");
        sql.update("DELETE FROM target_throughput WHERE resolution = 10");
        assertThat(ask(wholeHours(end), 60).models()).as("without the samples").isEqualTo(minutes.models());
        assertThat(ask(wholeHours(end), 60).targets()).isEqualTo(minutes.targets());
    }

    @Test
    void aTimeThatWasNotMeasuredIsAGapAndIdlenessIsZero() {
        Instant end = write(HOURS_5);
        rollUpAll(end.plusSeconds(60));

        ThroughputHistory answer = ask(wholeHours(end), 60);
        List<Double> speed = answer.models().getFirst().series().tokensPerSecond();
        assertThat(speed.subList(120, 130))
                .as("the server was away for ten minutes")
                .containsOnlyNulls();
        assertThat(speed.subList(60, 70)).as("nobody asked for ten minutes").containsOnly(0.0);
        assertThat(answer.targets().getFirst().series().firstTokenMillis().p50().subList(60, 70))
                .as("no percentile of nothing")
                .containsOnlyNulls();
        assertThat(speed.subList(0, 60)).doesNotContainNull().allMatch(value -> value > 0);
    }

    @Test
    void aStopInTheMiddleAndDoingItTwiceChangeNothing() {
        Instant end = write(Duration.ofHours(9));
        new RollUp(store, retention).run(end.plusSeconds(60));
        assertThat(store.rolledUpUntil(Resolution.MINUTES))
                .as("one piece of two")
                .hasValueSatisfying(until -> assertThat(until).isBefore(end.minusSeconds(3600)));
        rollUpAll(end.plusSeconds(60));
        List<Map<String, Object>> once = sql.queryForList(
                "SELECT * FROM model_throughput WHERE resolution > 10 ORDER BY resolution, model_id, starts_at");
        sql.update("DELETE FROM throughput_rolled_up");
        rollUpAll(end.plusSeconds(60));

        assertThat(sql.queryForList(
                                "SELECT * FROM model_throughput WHERE resolution > 10 ORDER BY resolution, model_id, starts_at")
                        .toString())
                .isEqualTo(once.toString());
        assertThat(sql.queryForObject(
                        "SELECT sum(written_tokens) FROM model_throughput WHERE resolution = 3600", Long.class))
                .isEqualTo(sql.queryForObject(
                        "SELECT sum(written_tokens) FROM model_throughput WHERE resolution = 10", Long.class));
    }

    @Test
    void aSampleThatComesLateIsInItsMinuteAndHour() {
        Instant end = write(HOURS_5);
        rollUpAll(end.plusSeconds(60));
        long before = written(3600);
        Sample late = Samples.sample(new Random(7), START.plusSeconds(7_300), 100);
        store.writeSamples(List.of(late));
        store.writeSamples(List.of(late));
        rollUpAll(end.plusSeconds(120));

        assertThat(written(3600) - before).isEqualTo(200);
        assertThat(written(60)).isEqualTo(written(3600));
    }

    @Test
    void whatIsTooOldGoesAndItsSumsStay() {
        Instant end = write(HOURS_5);
        Instant later = end.plus(Duration.ofHours(21));
        rollUpAll(later);
        assertThat(store.oldest(Resolution.SAMPLES, Instant.EPOCH))
                .hasValueSatisfying(oldest -> assertThat(oldest).isAfterOrEqualTo(later.minus(Duration.ofDays(1))));
        assertThat(count("model_throughput", 60)).isEqualTo(2 * 290);
        assertThat(written(60)).isEqualTo(written(3600));
    }

    @Test
    void aClockThatWasFarAheadForAWhileStopsNothing() {
        Instant end = write(HOURS_5);
        rollUpAll(end.plus(Duration.ofDays(365)));
        assertThat(count("model_throughput", 10)).as("too old by that clock").isZero();
        Instant next = Resolution.HOURS.floor(end).plus(Duration.ofHours(2));
        store.writeSamples(List.of(Samples.sample(new Random(9), next, 70)));
        rollUpAll(next.plus(Duration.ofHours(2)));

        assertThat(sql.queryForList(
                        "SELECT written_tokens FROM model_throughput WHERE resolution = 3600 AND starts_at >= ?",
                        Long.class,
                        Columns.time(next)))
                .containsExactly(70L, 70L);
    }

    @Test
    void whatIsGoneIsNotMadeAnewOfWhatIsLeft() {
        Instant end = write(HOURS_5);
        rollUpAll(end.plus(Duration.ofDays(2)));
        long before = written(3600);
        store.writeSamples(List.of(Samples.sample(new Random(9), START.plusSeconds(5), 70)));
        rollUpAll(end.plus(Duration.ofDays(2)).plusSeconds(60));

        assertThat(written(3600)).as("the hour keeps what it had").isEqualTo(before);
    }

    @Test
    void withoutADatabaseTheLastHourComesFromMemory() {
        DatabaseState down = new DatabaseState() {
            @Override
            public boolean isUp() {
                return false;
            }
        };
        LiveHour memory = new LiveHour();
        Random random = new Random(3);
        for (int i = 0; i < 400; i++) {
            memory.add(Samples.sample(random, START.plusSeconds(10L * i), 50));
        }
        History fromMemory = new History(store, memory, retention, down, new EmptyCatalog());
        Instant to = START.plusSeconds(4_000);
        ThroughputHistory answer = fromMemory.between(to.minusSeconds(7_200), to, 0, id -> true, to);

        assertThat(answer.stored()).isFalse();
        assertThat(answer.memorySince()).isEqualTo(START.plusSeconds(340));
        List<Double> speed = answer.models().getFirst().series().tokensPerSecond();
        assertThat(speed.getFirst()).isNull();
        assertThat(speed.getLast()).isEqualTo(5.0);
    }

    @Test
    void samplesThatWaitToBeWrittenAreCountedOnce() {
        Random random = new Random(5);
        LiveHour memory = new LiveHour();
        List<Sample> written = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Sample sample = Samples.sample(random, START.plusSeconds(10L * i), 10);
            memory.add(sample);
            if (i < 40) {
                written.add(sample);
            }
        }
        store.writeSamples(written);
        rollUpAll(START.plusSeconds(200));
        Instant to = START.plusSeconds(600);
        ThroughputHistory answer = new History(store, memory, retention, new DatabaseState(), new EmptyCatalog())
                .between(START.minusSeconds(60), to, 60, id -> true, to);

        assertThat(answer.models().getFirst().totals().writtenTokens()).isEqualTo(600);
    }

    /** Two models and a pair: busy, but for ten idle minutes after an hour and ten without a server after two. */
    private Instant write(Duration length) {
        Random random = new Random(1);
        List<Sample> samples = new ArrayList<>();
        Instant end = START.plus(length);
        for (Instant at = START; at.isBefore(end); at = at.plusSeconds(10)) {
            long minute = Duration.between(START, at).toMinutes();
            if (minute < 120 || minute >= 130) {
                boolean idle = minute >= 60 && minute < 70;
                samples.add(Samples.sample(random, at, idle ? 0 : 1 + random.nextInt(80)));
            }
        }
        for (int i = 0; i < samples.size(); i += 500) {
            store.writeSamples(samples.subList(i, Math.min(samples.size(), i + 500)));
        }
        return end;
    }

    private void rollUpAll(Instant now) {
        RollUp rollUp = new RollUp(store, retention);
        for (int piece = 0; piece < 12; piece++) {
            rollUp.run(now.plusSeconds(piece));
        }
    }

    private ThroughputHistory ask(Instant to, int step) {
        return history.between(Resolution.HOURS.floor(START), to, step, id -> true, to);
    }

    private static Instant wholeHours(Instant end) {
        return Resolution.HOURS.floor(end);
    }

    private int count(String table, int resolution) {
        return sql.queryForObject("SELECT count(*) FROM " + table + " WHERE resolution = ?", Integer.class, resolution);
    }

    private long written(int resolution) {
        return sql.queryForObject(
                "SELECT sum(written_tokens) FROM model_throughput WHERE resolution = ?", Long.class, resolution);
    }
}
