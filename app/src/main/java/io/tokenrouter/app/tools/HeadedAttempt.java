package io.tokenrouter.app.tools;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A call whose name stands before its arguments: {@code name[ARGS]{...}}. */
final class HeadedAttempt implements CallAttempt {

    private static final int MOST_OF_HEAD = 256;

    private final Pattern head;
    private final StringBuilder begun = new StringBuilder();
    private CallAttempt arguments = NONE;

    /** @param head all that stands before the arguments; its first group is the name */
    HeadedAttempt(Pattern head) {
        this.head = head;
    }

    @Override
    public Verdict accept(char c) {
        if (arguments != NONE) {
            return arguments.accept(c);
        }
        if (c != '{') {
            begun.append(c);
            return begun.length() > MOST_OF_HEAD ? Verdict.TEXT : Verdict.MORE;
        }
        Matcher named = head.matcher(begun);
        if (!named.matches()) {
            return Verdict.TEXT;
        }
        String name = named.group(1);
        arguments =
                new JsonAttempt("{", text -> CallJson.arguments(text).map(json -> List.of(new ToolCall(name, json))));
        return arguments.accept(c);
    }

    @Override
    public List<ToolCall> calls() {
        return arguments.calls();
    }

    private static final CallAttempt NONE = new CallAttempt() {

        @Override
        public Verdict accept(char c) {
            return Verdict.TEXT;
        }

        @Override
        public List<ToolCall> calls() {
            return List.of();
        }
    };
}
