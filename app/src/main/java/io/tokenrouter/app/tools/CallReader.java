package io.tokenrouter.app.tools;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the calls in one answer, which comes in pieces. Text is held back only while it may be a call, or white space next to one;
 * a call is told from the moment that it is certain who is called, its arguments as they are written. However the answer is cut, the
 * calls and the joined text are the same. What looks like a call and names no tool of the request, or is malformed or unfinished before
 * its arguments begin, is text; arguments that end too early, or go on as no JSON can, end there. Not safe for use by several threads
 * at once.
 */
public final class CallReader {

    /**
     * What a piece of the answer makes certain.
     *
     * @param text outside of calls; may be empty
     * @param calls in order, of each call one piece at most; an empty one where no more than its end is new
     */
    public record Found(String text, List<CallPiece> calls) {}

    private static final int LONGEST_WORD = 64;

    private final CallFormat format;
    private final Map<String, Tool> tools;
    private final FoundCalls calls;
    private final StringBuilder answer = new StringBuilder();
    private final StringBuilder text = new StringBuilder();

    /** Places in {@link #answer}: what is undecided begins, what was not looked at begins, the attempt's body begins. */
    private int from;

    private int at;
    private int bodyAt;
    private @Nullable CallAttempt attempt;
    /** Whether the attempt has told of a call. */
    private boolean isCall;

    private boolean textBegan;
    private boolean behindCall;

    /** @param tools those that the answer may call */
    public CallReader(CallFormat format, List<Tool> tools) {
        this.format = format;
        this.tools = tools.stream().collect(Collectors.toMap(Tool::name, Function.identity()));
        this.calls = new FoundCalls(this.tools.keySet());
    }

    /** Takes the next piece of the answer. */
    public Found add(String piece) {
        answer.append(piece);
        read(false);
        return take();
    }

    /** Ends the answer: what was held back is text, save white space behind a call. */
    public Found end() {
        read(true);
        if (!behindCall || !answer.substring(from).isBlank()) {
            release(answer.length());
        }
        answer.setLength(0);
        return take();
    }

    private Found take() {
        Found taken = new Found(text.toString(), calls.take());
        text.setLength(0);
        answer.delete(0, from);
        at -= from;
        bodyAt -= from;
        from = 0;
        return taken;
    }

    private void read(boolean last) {
        boolean more = true;
        while (more && at < answer.length()) {
            more = attempt == null ? look(last) : goOn(attempt);
        }
    }

    /** Looks at what may be the beginning of a call. False if that needs more text. */
    private boolean look(boolean last) {
        String trailer = behindCall ? wordHere(format.trailers()) : null;
        if (trailer != null) {
            at += trailer.length();
            from = at;
            return true;
        }
        String marker = markerHere();
        if (marker != null) {
            at += marker.length();
            bodyAt = marker.isEmpty() ? at + 1 : at;
            attempt = format.attempt(marker, tools, calls);
            isCall = false;
            return true;
        }
        if (!last && (isBeginning(format.markers()) || behindCall && isBeginning(format.trailers()))) {
            return false;
        }
        at++;
        if (!JsonScanner.isSpace(answer.charAt(at - 1))) {
            release(at);
        }
        return true;
    }

    private @Nullable String markerHere() {
        boolean bare = format.startsBare() && answer.charAt(at) == '{' && (behindCall || !textBegan);
        return bare ? "" : wordHere(format.markers());
    }

    private @Nullable String wordHere(List<String> words) {
        char first = answer.charAt(at);
        for (String word : words) {
            if (word.charAt(0) == first
                    && answer.length() - at >= word.length()
                    && word.contentEquals(answer.subSequence(at, at + word.length()))) {
                return word;
            }
        }
        return null;
    }

    /** Whether all that is left is the beginning of one of these words. */
    private boolean isBeginning(List<String> words) {
        if (answer.length() - at > LONGEST_WORD) {
            return false;
        }
        String rest = answer.substring(at);
        return words.stream().anyMatch(word -> word.length() > rest.length() && word.startsWith(rest));
    }

    /** Reads on in what may be a call. False if that needs more text. */
    private boolean goOn(CallAttempt reading) {
        while (at < answer.length()) {
            CallAttempt.Verdict verdict = reading.accept(answer.charAt(at));
            if (calls.takeCertain() || verdict == CallAttempt.Verdict.END) {
                isCall = true;
                behindCall = true;
                from = at + 1;
            }
            if (verdict == CallAttempt.Verdict.TEXT) {
                attempt = null;
                if (!isCall) {
                    // The marker is text; what follows it may have another.
                    release(bodyAt);
                }
                at = from;
                return true;
            }
            at++;
            if (verdict == CallAttempt.Verdict.END) {
                attempt = null;
                return true;
            }
        }
        return false;
    }

    private void release(int end) {
        text.append(answer, from, end);
        textBegan |= end > from;
        behindCall &= end == from;
        from = end;
    }
}
