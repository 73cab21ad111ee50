package io.tokenrouter.app.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.EmptyCatalog;
import io.tokenrouter.app.persistence.GenerationObserver.Begun;
import io.tokenrouter.app.persistence.GenerationObserver.Followed;
import io.tokenrouter.app.persistence.GenerationRecord;
import io.tokenrouter.app.persistence.RecordBuffer;
import io.tokenrouter.app.persistence.UsageShare;
import io.tokenrouter.app.serving.UnlimitedCaller;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.KeptCaches;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What memory keeps of generations. */
class RequestBookTest {

    private static final int MOST_WAITING = 10;

    private final RecordBuffer<EndedRequest> waiting = new RecordBuffer<>(MOST_WAITING, batch -> {});
    private final RequestBook book = new RequestBook(new EmptyCatalog(), waiting, List.of(), new PairTapes());

    @Test
    void memoryIsBoundedHoweverManyEndWhileNobodyTakesTheirWays() {
        int many = RequestBook.MOST_RECENT + 500;
        for (int i = 0; i < many; i++) {
            Begun begun = begun("r-" + i);
            book.begins(begun).ended(record(begun));
        }
        assertThat(book.running()).isEmpty();
        assertThat(book.recent()).hasSize(RequestBook.MOST_RECENT);
        assertThat(book.recent().getFirst().entry().requestId()).isEqualTo("r-" + (many - 1));
        assertThat(book.endedCount()).isEqualTo(many);
        assertThat(waiting.waiting()).isEqualTo(MOST_WAITING);
        assertThat(waiting.dropped()).as("losses are counted").isEqualTo(many - MOST_WAITING);
    }

    @Test
    void whatIsRefusedWasNeverThere() {
        Followed followed = book.begins(begun("refused"));
        assertThat(book.running()).hasSize(1);
        followed.refused();
        assertThat(book.running()).isEmpty();
        assertThat(book.recent()).isEmpty();
    }

    @Test
    void aCancelBeforeTheEngineHasAnsweredIsNotLost() {
        Begun begun = begun("early");
        AtomicInteger cancels = new AtomicInteger();
        Followed followed = book.begins(begun);
        book.running(begun.id()).orElseThrow().cancel();
        followed.admitted(new GenerationHandle() {
            @Override
            public String id() {
                return "early";
            }

            @Override
            public void cancel() {
                cancels.incrementAndGet();
            }

            @Override
            public boolean isDone() {
                return false;
            }
        });
        assertThat(cancels).hasValue(1);
    }

    private static Begun begun(String id) {
        return new Begun(
                UUID.randomUUID(),
                new GenerationRequest(
                        id, "some-model", new int[] {1}, SamplingParams.GREEDY, StopCriteria.maxTokens(1), null, 0),
                UnlimitedCaller.ANONYMOUS,
                null,
                0,
                Instant.EPOCH,
                null);
    }

    private static GenerationRecord record(Begun begun) {
        return new GenerationRecord(
                begun.id(),
                begun.request().id(),
                null,
                begun.request().target(),
                new UsageShare("anonymous", 1, 1),
                null,
                0,
                new GenerationStats(1, 0, Map.of("some-model", 1), 0, Map.of(), 0, 0, KeptCaches.NONE, 0, 1, 2),
                "length",
                null,
                Instant.EPOCH);
    }
}
