package io.tokenrouter.train.labels;

import io.tokenrouter.engine.text.LastLine;
import io.tokenrouter.train.pair.Answer;
import org.jspecify.annotations.Nullable;

/**
 * What is compared of answers: their last line that is not blank, white space collapsed.
 *
 * @param line empty where a limit cut the answer off
 */
public record Outcome(String line) {

    /** @param text of the answer */
    public static Outcome of(Answer answer, String text) {
        return new Outcome(answer.ended() ? LastLine.of(text) : "");
    }

    /** Whether the line is the expected text, or ends with it behind a space. */
    public boolean isRight(String expected) {
        return LastLine.isRight(line, expected);
    }

    /**
     * Whether something that turned {@code before} into this did harm: a right answer has become wrong, or, where nobody knows the
     * right one, the outcome has changed.
     */
    boolean isWorseThan(Outcome before, @Nullable String expected) {
        return expected == null ? !line.equals(before.line) : before.isRight(expected) && !isRight(expected);
    }
}
