package io.tokenrouter.app.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationStep;
import io.tokenrouter.engine.api.TokenEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The hops of a generation out of its steps and tokens. */
class HopLogTest {

    private static final long MS = 1_000_000;

    private final HopLog log = new HopLog();
    private int tokens;

    @Test
    void stepsOfOneModelInARowAreOneHopAndItsTokensAreItsOwn() {
        step("small", 0, 5, 0, 2 * MS, 4 * MS);
        token("small", null);
        step("small", 5, 1, 0, 5 * MS, 6 * MS);
        token("small", null);
        step("small", 6, 1, 0, 6 * MS, 7 * MS);
        step("large", 0, 8, 2, 10 * MS, 14 * MS);
        token("large", "small");
        step("small", 7, 1, 1, 14 * MS, 15 * MS);
        token("small", null);

        assertThat(log.hops())
                .containsExactly(
                        new Hop("small", 0, 3, 7, 0, 2, 1, 0, 2, 7, 3, 0, 1.6, 1, null),
                        new Hop("large", 2, 1, 8, 2, 1, 0, 7, 10, 14, 3, 0, 3.5, 1, 0.5),
                        new Hop("small", 3, 1, 1, 1, 1, 0, 14, 14, 15, 0, 0, 0, 1, null));
        assertThat(log.waited()).isEqualTo(6);
        assertThat(log.omitted()).isZero();
    }

    /** Both models are asked at once, and the large one is done later: nobody arrives before it, nor after it began. */
    @Test
    void visitsOfModelsThatWriteATokenTogetherOverlap() {
        step("large", 0, 5, 0, 2 * MS, 10 * MS);
        step("small", 0, 5, 0, 3 * MS, 4 * MS);
        token("large", null);
        step("large", 5, 1, 0, 12 * MS, 15 * MS);
        step("small", 5, 1, 0, 13 * MS, 14 * MS);
        token("large", null);

        assertThat(log.hops())
                .containsExactly(
                        new Hop("large", 0, 1, 5, 0, 1, 0, 0, 2, 10, 2, 0, 6.4, 1, null),
                        new Hop("small", 0, 1, 5, 0, 0, 0, 3, 3, 4, 0, 0, 0.8, 1, null),
                        new Hop("large", 1, 1, 1, 0, 1, 0, 10, 12, 15, 2, 0, 0, 1, null),
                        new Hop("small", 1, 1, 1, 0, 0, 0, 13, 13, 14, 0, 0, 0, 1, null));
        assertThat(log.waited())
                .as("before the first token, and between the two")
                .isEqualTo(4);
    }

    @Test
    void tokensThatAnotherModelAcceptedBelongToWhoeverProposedThem() {
        step("small", 0, 5, 0, 0, MS);
        step("small", 5, 1, 0, MS, 2 * MS);
        step("large", 0, 7, 0, 2 * MS, 3 * MS);
        token("small", null);
        token("small", null);

        assertThat(log.hops()).extracting(Hop::wrote).containsExactly(2, 0);
    }

    @Test
    void aLongAnswerTakesNoMoreRoomThanAShortOne() {
        int hops = 50_000;
        for (int i = 0; i < hops; i++) {
            step(i % 2 == 0 ? "small" : "large", i, 1, 0, 2 * i * MS, (2 * i + 1) * MS);
            token(i % 2 == 0 ? "small" : "large", null);
        }
        List<Hop> kept = log.hops();
        assertThat(kept).hasSize(HopLog.MOST);
        assertThat(log.omitted()).isEqualTo(hops - HopLog.MOST);
        assertThat(kept.getFirst().token()).isZero();
        assertThat(kept.get(HopLog.MOST / 2 - 1).token()).isEqualTo(HopLog.MOST / 2 - 1);
        assertThat(kept.getLast().token()).isEqualTo(hops - 1);
        assertThat(log.waited()).as("of all hops").isEqualTo(hops - 1);
    }

    private void step(String model, int start, int count, int caughtUp, long from, long to) {
        log.stepped(new GenerationStep(model, start, count, caughtUp, from, to, 0, 1));
    }

    private void token(String writer, @Nullable String replaced) {
        log.wrote(new TokenEvent.Token(
                tokens++,
                1,
                writer,
                0,
                0.5f,
                replaced == null ? null : new TokenEvent.Proposed(2, replaced, 0.5f),
                new int[0],
                new float[0]));
    }
}
