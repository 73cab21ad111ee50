package io.tokenrouter.app.tools;

import java.util.ArrayList;
import java.util.List;

/** Puts the pieces of an answer's calls together. Not safe for use by several threads at once. */
public final class CallAssembler {

    private final List<String> names = new ArrayList<>();
    private final List<StringBuilder> arguments = new ArrayList<>();

    /** Takes the next piece. */
    public void add(CallPiece piece) {
        if (piece.name() != null) {
            names.add(piece.name());
            arguments.add(new StringBuilder());
        }
        arguments.getLast().append(piece.arguments());
    }

    /** The calls so far. */
    public List<ToolCall> calls() {
        List<ToolCall> calls = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            calls.add(new ToolCall(names.get(i), arguments.get(i).toString()));
        }
        return calls;
    }
}
