package io.tokenrouter.app.tools;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A call that is a JSON object with {@code name} and {@code arguments} (or {@code parameters}), and perhaps more. Arguments that are an
 * object behind the name are told as they are read; others when both are known.
 */
final class CallObject implements CallAttempt {

    private enum Expect {
        OPENING,
        NAME,
        NAME_OR_END,
        COLON,
        VALUE,
        COMMA_OR_END
    }

    private final CallSink sink;
    private Expect expect = Expect.OPENING;
    /** A name of a member, or a value, that is being read. */
    private @Nullable JsonScanner scanner;

    private final StringBuilder text = new StringBuilder();
    private String member = "";
    private @Nullable ArgumentText streamed;

    private @Nullable String name;
    private @Nullable String arguments;
    private boolean begun;

    CallObject(CallSink sink) {
        this.sink = sink;
    }

    @Override
    public Verdict accept(char c) {
        if (streamed != null) {
            Verdict verdict = streamed.accept(c);
            if (verdict == Verdict.END) {
                streamed = null;
                expect = Expect.COMMA_OR_END;
                return Verdict.MORE;
            }
            return verdict;
        }
        if (scanner != null) {
            return part(scanner, c);
        }
        return JsonScanner.isSpace(c) ? Verdict.MORE : structure(c);
    }

    private Verdict structure(char c) {
        return switch (expect) {
            case OPENING -> c == '{' ? then(Expect.NAME_OR_END) : Verdict.TEXT;
            case NAME_OR_END -> c == '}' ? close() : c == '"' ? read(c) : Verdict.TEXT;
            case NAME -> c == '"' ? read(c) : Verdict.TEXT;
            case COLON -> c == ':' ? then(Expect.VALUE) : Verdict.TEXT;
            case VALUE -> c == '{' && name != null && isArguments() && !begun ? stream(name, c) : read(c);
            case COMMA_OR_END -> c == ',' ? then(Expect.NAME) : c == '}' ? close() : Verdict.TEXT;
        };
    }

    private Verdict then(Expect next) {
        expect = next;
        return Verdict.MORE;
    }

    private Verdict stream(String called, char c) {
        if (!sink.begin(called)) {
            return Verdict.TEXT;
        }
        begun = true;
        streamed = new ArgumentText(sink);
        return streamed.accept(c);
    }

    private Verdict read(char c) {
        text.setLength(0);
        scanner = new JsonScanner();
        return part(scanner, c);
    }

    private Verdict part(JsonScanner reading, char c) {
        JsonScanner.Verdict verdict = reading.accept(c);
        if (verdict == JsonScanner.Verdict.MORE || verdict == JsonScanner.Verdict.END) {
            text.append(c);
        }
        return switch (verdict) {
            case MORE -> Verdict.MORE;
            case FAULT -> Verdict.TEXT;
            case END -> endOfPart();
            case BEHIND -> endOfPart() == Verdict.TEXT ? Verdict.TEXT : accept(c);
        };
    }

    private Verdict endOfPart() {
        scanner = null;
        JsonNode value = CallJson.parse(text.toString());
        if (value == null) {
            return Verdict.TEXT;
        }
        if (expect != Expect.VALUE) {
            member = value.stringValue();
            return then(Expect.COLON);
        }
        expect = Expect.COMMA_OR_END;
        if (begun) {
            return Verdict.MORE;
        }
        if (member.equals("name")) {
            name = value.isString() ? value.stringValue() : null;
            return name == null ? Verdict.TEXT : tellIfKnown();
        }
        if (isArguments()) {
            arguments = CallJson.arguments(value);
            return arguments == null ? Verdict.TEXT : tellIfKnown();
        }
        return Verdict.MORE;
    }

    private boolean isArguments() {
        return member.equals("arguments") || member.equals("parameters");
    }

    private Verdict tellIfKnown() {
        return name == null || arguments == null || tell(name, arguments) ? Verdict.MORE : Verdict.TEXT;
    }

    private boolean tell(String called, String with) {
        begun = sink.begin(called);
        if (begun) {
            sink.arguments(with);
        }
        return begun;
    }

    private Verdict close() {
        if (!begun && (name == null || !tell(name, "{}"))) {
            return Verdict.TEXT;
        }
        sink.end();
        return Verdict.END;
    }
}
