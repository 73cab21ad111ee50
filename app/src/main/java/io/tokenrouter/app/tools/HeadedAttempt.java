package io.tokenrouter.app.tools;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A call whose name stands before its arguments: {@code name[ARGS]{...}}. */
final class HeadedAttempt implements CallAttempt {

    private static final int MOST_OF_HEAD = 256;

    private final Pattern head;
    private final CallSink sink;
    private final StringBuilder begun = new StringBuilder();
    private @Nullable ArgumentText arguments;

    /** @param head all that stands before the arguments; its first group is the name */
    HeadedAttempt(Pattern head, CallSink sink) {
        this.head = head;
        this.sink = sink;
    }

    @Override
    public Verdict accept(char c) {
        if (arguments == null) {
            if (c != '{') {
                begun.append(c);
                return begun.length() > MOST_OF_HEAD ? Verdict.TEXT : Verdict.MORE;
            }
            Matcher named = head.matcher(begun);
            if (!named.matches() || !sink.begin(named.group(1))) {
                return Verdict.TEXT;
            }
            arguments = new ArgumentText(sink);
        }
        Verdict verdict = arguments.accept(c);
        if (verdict == Verdict.END) {
            sink.end();
        }
        return verdict;
    }
}
