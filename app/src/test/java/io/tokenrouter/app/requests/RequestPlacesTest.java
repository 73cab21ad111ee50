package io.tokenrouter.app.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.EmptyCatalog;
import io.tokenrouter.app.persistence.GenerationObserver.Begun;
import io.tokenrouter.app.persistence.RecordBuffer;
import io.tokenrouter.app.serving.UnlimitedCaller;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStep;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RequestPlacesTest {

    private static final long MILLI = 1_000_000;

    private final RequestBook book =
            new RequestBook(new EmptyCatalog(), new RecordBuffer<>(10, batch -> {}), List.of(), new PairTapes());
    private final RequestPlaces places = new RequestPlaces(book);

    @Test
    void aWaitBeginsWithTheSubmissionOrTheEndOfTheLastStep() {
        book.begins(begun("new"));
        book.begins(begun("old")).stepped(new GenerationStep("small", 0, 5, 0, 2 * MILLI, 30 * MILLI, 0, 1));
        assertThat(places.of(new EngineSnapshot(
                        0,
                        List.of(),
                        List.of(
                                request("new", "", false, 7),
                                request("old", "large", false, 42),
                                request("old", "small", true, 42)))))
                .containsExactly(
                        new RequestPlaces.Place("demo", null, false, 7),
                        new RequestPlaces.Place("demo", "large", false, 12),
                        new RequestPlaces.Place("demo", "small", true, 0));
    }

    @Test
    void aStepThatEndsWhileTheSnapshotIsTakenMakesNoNegativeWait() {
        book.begins(begun("quick")).stepped(new GenerationStep("small", 0, 5, 0, 2 * MILLI, 30 * MILLI, 0, 1));
        assertThat(places.of(new EngineSnapshot(0, List.of(), List.of(request("quick", "small", false, 29)))))
                .containsExactly(new RequestPlaces.Place("demo", "small", false, 0));
    }

    private static EngineSnapshot.Request request(String id, String at, boolean inStep, long ageMillis) {
        return new EngineSnapshot.Request(id, "demo", at, inStep, 1, 0, 0, ageMillis * MILLI);
    }

    private static Begun begun(String id) {
        return new Begun(
                UUID.randomUUID(),
                new GenerationRequest(
                        id, "demo", new int[] {1}, SamplingParams.GREEDY, StopCriteria.maxTokens(1), null, 0),
                UnlimitedCaller.ANONYMOUS,
                null,
                0,
                Instant.EPOCH,
                null);
    }
}
