package io.tokenrouter.app.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers what becomes certain of an answer's calls, as few pieces as may be. */
final class FoundCalls implements CallSink {

    private final Set<String> tools;
    private final List<CallPiece> pieces = new ArrayList<>();
    /** The piece that is being gathered. */
    private final StringBuilder arguments = new StringBuilder();

    private @Nullable String name;
    private int index = -1;
    private boolean isNews;
    private boolean isCertain;

    /** @param tools names of those that may be called */
    FoundCalls(Set<String> tools) {
        this.tools = tools;
    }

    @Override
    public boolean begin(String called) {
        if (!tools.contains(called)) {
            return false;
        }
        flush();
        index++;
        name = called;
        isNews = true;
        isCertain = true;
        return true;
    }

    @Override
    public void arguments(CharSequence piece) {
        arguments.append(piece);
        isNews |= !piece.isEmpty();
        isCertain = true;
    }

    @Override
    public void end() {
        isNews = true;
        isCertain = true;
    }

    /** Whether something became certain since the last time. */
    boolean takeCertain() {
        boolean was = isCertain;
        isCertain = false;
        return was;
    }

    /** What was found since the last time. */
    List<CallPiece> take() {
        flush();
        List<CallPiece> taken = List.copyOf(pieces);
        pieces.clear();
        return taken;
    }

    private void flush() {
        if (isNews) {
            pieces.add(new CallPiece(index, name, arguments.toString()));
        }
        name = null;
        arguments.setLength(0);
        isNews = false;
    }
}
