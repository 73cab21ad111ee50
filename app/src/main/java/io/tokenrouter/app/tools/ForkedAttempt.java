package io.tokenrouter.app.tools;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A call of which the first character that is no white space tells the form. */
final class ForkedAttempt implements CallAttempt {

    private final IntFunction<CallAttempt> byFirst;
    private @Nullable CallAttempt chosen;

    /** @param byFirst the form that begins with this character */
    ForkedAttempt(IntFunction<CallAttempt> byFirst) {
        this.byFirst = byFirst;
    }

    @Override
    public Verdict accept(char c) {
        if (chosen == null) {
            if (JsonScanner.isSpace(c)) {
                return Verdict.MORE;
            }
            chosen = byFirst.apply(c);
        }
        return chosen.accept(c);
    }
}
