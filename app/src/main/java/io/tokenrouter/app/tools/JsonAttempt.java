package io.tokenrouter.app.tools;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A call that is one JSON text, white space before it. */
final class JsonAttempt implements CallAttempt {

    private final String opening;
    private final Function<String, Optional<List<ToolCall>>> meaning;
    private final StringBuilder text = new StringBuilder();
    private final JsonScanner scanner = new JsonScanner();
    private List<ToolCall> calls = List.of();

    /**
     * @param opening the characters with which it may begin, of <code>{[</code>
     * @param meaning of the whole; nothing if that is no call
     */
    JsonAttempt(String opening, Function<String, Optional<List<ToolCall>>> meaning) {
        this.opening = opening;
        this.meaning = meaning;
    }

    @Override
    public Verdict accept(char c) {
        if (text.isEmpty()) {
            if (JsonScanner.isSpace(c)) {
                return Verdict.MORE;
            }
            if (opening.indexOf(c) < 0) {
                return Verdict.TEXT;
            }
        }
        text.append(c);
        return switch (scanner.accept(c)) {
            case MORE -> Verdict.MORE;
            case FAULT -> Verdict.TEXT;
            case END -> end();
        };
    }

    private Verdict end() {
        calls = meaning.apply(text.toString()).orElse(List.of());
        return calls.isEmpty() ? Verdict.TEXT : Verdict.CALLS;
    }

    @Override
    public List<ToolCall> calls() {
        return calls;
    }
}
