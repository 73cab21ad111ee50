package io.tokenrouter.app.tools;

/** Calls as JSON, white space before them: an object, or a list of objects. */
final class JsonAttempt implements CallAttempt {

    private enum Inside {
        NOTHING,
        OBJECT,
        LIST,
        BEHIND_OBJECT
    }

    private final String opening;
    private final CallSink sink;
    private CallObject object;
    private boolean isList;
    private Inside inside = Inside.NOTHING;

    /** @param opening the characters with which it may begin, of <code>{[</code> */
    JsonAttempt(String opening, CallSink sink) {
        this.opening = opening;
        this.sink = sink;
        this.object = new CallObject(sink);
    }

    @Override
    public Verdict accept(char c) {
        if (inside == Inside.OBJECT) {
            return object(c);
        }
        if (JsonScanner.isSpace(c)) {
            return Verdict.MORE;
        }
        return switch (inside) {
            case NOTHING -> begin(c);
            case LIST -> c == '{' ? next(c) : Verdict.TEXT;
            case BEHIND_OBJECT -> c == ',' ? goOn() : c == ']' ? Verdict.END : Verdict.TEXT;
            case OBJECT -> throw new IllegalStateException("in an object");
        };
    }

    private Verdict begin(char c) {
        if (opening.indexOf(c) < 0) {
            return Verdict.TEXT;
        }
        isList = c == '[';
        return isList ? goOn() : next(c);
    }

    private Verdict goOn() {
        inside = Inside.LIST;
        return Verdict.MORE;
    }

    private Verdict next(char c) {
        object = new CallObject(sink);
        inside = Inside.OBJECT;
        return object(c);
    }

    private Verdict object(char c) {
        Verdict verdict = object.accept(c);
        if (verdict == Verdict.END && isList) {
            inside = Inside.BEHIND_OBJECT;
            return Verdict.MORE;
        }
        return verdict;
    }
}
