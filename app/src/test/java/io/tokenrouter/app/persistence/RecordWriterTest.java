package io.tokenrouter.app.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.PostgresCrash;
import io.tokenrouter.app.postgres.Database;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;

/** Records on their way to a real Postgres, which may be away; time goes on from test to test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecordWriterTest {

    @RegisterExtension
    static final RunningPersistence persistence = new RunningPersistence();

    private Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @Test
    void aGenerationLeavesARecordWithoutItsText() throws Exception {
        generate("r-1");
        tick();

        Map<String, Object> row = persistence.sql().queryForMap("SELECT * FROM generations WHERE request_id = 'r-1'");
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
            persistence.bean(RecordSink.class).writeGenerations(List.of(generation));
            assertThat(persistence
                            .sql()
                            .queryForObject(
                                    "SELECT started_at FROM generations WHERE request_id = ?",
                                    OffsetDateTime.class,
                                    generation.requestId()))
                    .isEqualTo(generation.startedAt().atOffset(ZoneOffset.UTC));
        }
    }

    @Test
    void aRecordWrittenTwiceIsKeptOnceAndHoldsUpNoOther() {
        RecordWriter writer = persistence.bean(RecordWriter.class);
        GenerationRecord twice = record("twice");
        writer.record(twice);
        tick();
        writer.record(twice);
        writer.record(record("after"));
        tick();

        assertThat(writer.waiting()).isZero();
        assertThat(persistence
                        .sql()
                        .queryForList(
                                "SELECT request_id FROM generations WHERE request_id IN ('twice', 'after')",
                                String.class))
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
                sink, List.of(), List.of(), state, persistence.bean(Database.class), persistence.bean(Retention.class));
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
        RecordSink sink = persistence.bean(RecordSink.class);
        sink.writeGenerations(List.of(Records.generation("old", now.minus(Duration.ofDays(91)))));
        sink.writeGenerations(List.of(Records.generation("young", now.minus(Duration.ofDays(89)))));

        now = now.plus(RecordWriter.DELETION_INTERVAL);
        tick();

        assertThat(persistence
                        .sql()
                        .queryForList(
                                "SELECT request_id FROM generations WHERE request_id IN ('old', 'young')",
                                String.class))
                .containsExactly("young");
    }

    @Test
    void otherRecordsAreWrittenAndTidiedAfterwards() {
        List<String> done = new ArrayList<>();
        RecordBuffer<String> buffer = new RecordBuffer<>(2, done::addAll);
        RecordWriter writer = new RecordWriter(
                persistence.bean(RecordSink.class),
                List.of(buffer),
                List.of(
                        at -> {
                            throw new IllegalStateException("scripted");
                        },
                        at -> done.add("tidied")),
                new DatabaseState(),
                persistence.bean(Database.class),
                persistence.bean(Retention.class));
        List.of("a", "b", "one too many").forEach(buffer::add);
        writer.tick(later());

        assertThat(done).containsExactly("a", "b", "tidied");
        assertThat(buffer.dropped()).isEqualTo(1);
    }

    @Test
    void generationGoesOnWithoutADatabaseAndTheRecordsComeLater() throws Exception {
        Database database = persistence.bean(Database.class);
        DatabaseState state = persistence.bean(DatabaseState.class);
        RecordWriter writer = persistence.bean(RecordWriter.class);
        PostgresCrash.of(database);

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
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        while (!state.isUp()) {
            assertThat(System.nanoTime()).as("the database comes back").isLessThan(deadline);
            writer.tick(later());
        }
        assertThat(writer.waiting()).isZero();
        assertThat(persistence
                        .sql()
                        .queryForObject(
                                "SELECT count(*) FROM generations WHERE request_id = 'during-outage'", Integer.class))
                .isEqualTo(1);
        assertThat(persistence
                        .sql()
                        .queryForObject(
                                "SELECT count(*) FROM batching_changes WHERE pair_id = 'during-outage'", Integer.class))
                .isEqualTo(1);
    }

    private void generate(String id) throws Exception {
        CompletableFuture<TokenEvent> end = new CompletableFuture<>();
        GenerationRequest request = new GenerationRequest(
                id, "some-model", new int[] {1, 2}, SamplingParams.GREEDY, StopCriteria.maxTokens(2), null, 0);
        persistence.bean(RecordingEngine.class).submit(request, event -> {
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
        persistence.bean(RecordWriter.class).tick(later());
    }

    /** A minute after the call before: past every interval of the writer. */
    private Instant later() {
        now = now.plusSeconds(60);
        return now;
    }
}
