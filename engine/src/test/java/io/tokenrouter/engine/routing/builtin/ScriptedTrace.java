package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.routing.Trace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A ledger without a runtime: enough for algorithms that commit one token at a time. */
final class ScriptedTrace implements Trace {

    private final int promptLength;
    private final List<Integer> ids = new ArrayList<>();

    ScriptedTrace(int promptLength) {
        this.promptLength = promptLength;
        for (int i = 0; i < promptLength; i++) {
            ids.add(0);
        }
    }

    /** What was generated. */
    List<Integer> generated() {
        return List.copyOf(ids.subList(promptLength, ids.size()));
    }

    @Override
    public int promptLength() {
        return promptLength;
    }

    @Override
    public int committed() {
        return ids.size();
    }

    @Override
    public int length() {
        return ids.size();
    }

    @Override
    public int token(int position) {
        return ids.get(position);
    }

    @Override
    public @Nullable Role writer(int position) {
        return null;
    }

    @Override
    public @Nullable Step step(int position) {
        return null;
    }

    @Override
    public byte[] bytes(int position) {
        return new byte[0];
    }

    @Override
    public String tailText(int chars) {
        return "";
    }

    @Override
    public int remaining() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void commit(int... more) {
        for (int id : more) {
            ids.add(id);
        }
    }

    @Override
    public void draft(int... more) {
        throw new UnsupportedOperationException("algorithms that draft run in the real runtime");
    }

    @Override
    public void accept(int n) {
        throw new UnsupportedOperationException("algorithms that draft run in the real runtime");
    }

    @Override
    public void drop() {
        throw new UnsupportedOperationException("algorithms that draft run in the real runtime");
    }
}
