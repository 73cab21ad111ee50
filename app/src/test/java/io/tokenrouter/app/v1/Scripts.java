package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.fixtures.Script;

/** Answers of the scripted engine. */
final class Scripts {

    private Scripts() {}

    /** The text byte by byte, written by the small model, ended by the end token. */
    static Script says(String text) {
        return Script.start()
                .tokens("small", 0.1f, new LetterTokenizer().encode(text))
                .tokens("small", 0.1f, LetterTokenizer.END)
                .stopAt("<end>");
    }

    /** {@code 1+1=2}, where the large model writes the 2 that the small one took for a 3. */
    static Script sum() {
        return Script.start()
                .tokens("small", 0.1f, new LetterTokenizer().encode("1+1="))
                .replaced("large", '2', "small", '3', 1.5f)
                .tokens("small", 0.1f, LetterTokenizer.END)
                .stopAt("<end>");
    }

    /** One letter, then nothing until it is cancelled. */
    static Script stuck() {
        return Script.start().tokens("small", 0.1f, 'a');
    }

    static Script runsOut(String text) {
        return Script.start()
                .tokens("small", 0.1f, new LetterTokenizer().encode(text))
                .finish(FinishReason.LENGTH);
    }
}
