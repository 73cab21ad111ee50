package io.tokenrouter.train.labels;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.train.pair.Answer;
import org.junit.jupiter.api.Test;

/** Which answers are right, and which got worse. */
class OutcomeTest {

    private static final Outcome RIGHT = outcome("1 + 2 = 3.\nAnswer: 3");
    private static final Outcome WRONG = outcome("1 + 2 = 3.\nAnswer: 13");

    @Test
    void theLastLineMustEndWithTheExpectedTextAsAWord() {
        assertThat(RIGHT.isRight("3")).isTrue();
        assertThat(RIGHT.isRight("Answer:  3 ")).isTrue();
        assertThat(WRONG.isRight("3")).isFalse();
        assertThat(outcome("  3 \n\n").isRight("3")).isTrue();
        assertThat(outcome("").isRight("")).as("nothing is no answer").isFalse();
        assertThat(outcome("Answer: 3\nor so").isRight("3")).isFalse();
    }

    @Test
    void anAnswerThatWasCutOffIsWrong() {
        assertThat(Outcome.of(new Answer(new int[0], 0, 0, false), "Answer: 3").isRight("3"))
                .isFalse();
    }

    @Test
    void harmIsARightAnswerThatBecameWrong() {
        assertThat(WRONG.isWorseThan(RIGHT, "3")).isTrue();
        assertThat(RIGHT.isWorseThan(WRONG, "3")).isFalse();
        assertThat(WRONG.isWorseThan(outcome("Answer: 4"), "3"))
                .as("wrong before")
                .isFalse();
        assertThat(outcome("It is 3").isWorseThan(RIGHT, "3")).isFalse();
    }

    @Test
    void withoutAKnownAnswerAnyOtherLastLineIsHarm() {
        assertThat(WRONG.isWorseThan(RIGHT, null)).isTrue();
        assertThat(outcome("So:\n Answer:  3 ").isWorseThan(RIGHT, null)).isFalse();
    }

    private static Outcome outcome(String text) {
        return Outcome.of(new Answer(new int[0], 0, 0, true), text);
    }
}
