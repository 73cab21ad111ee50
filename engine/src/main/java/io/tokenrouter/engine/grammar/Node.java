package io.tokenrouter.engine.grammar;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A place of the automaton. From it lead edges for bytes, edges for nothing, or one call of another part, which goes on at {@link
 * #callReturn()} when that part has ended. Filled by {@link AutomatonBuilder}, and not changed afterwards.
 */
final class Node {

    /** A node with more bytes than this is in the middle of free text. */
    private static final int NARROW = 64;

    private static final Node[] NONE = {};

    private final int id;
    private int edges;
    private byte[] lows = {};
    private byte[] highs = {};
    private Node[] targets = NONE;
    private Node[] free = NONE;
    private @Nullable Node callStart;
    private @Nullable Node callReturn;
    private boolean endsPart;

    /** @param id of no other node of the automaton */
    Node(int id) {
        this.id = id;
    }

    void edge(int low, int high, Node target) {
        if (edges == lows.length) {
            int size = Math.max(1, 2 * edges);
            lows = Arrays.copyOf(lows, size);
            highs = Arrays.copyOf(highs, size);
            targets = Arrays.copyOf(targets, size);
        }
        lows[edges] = (byte) low;
        highs[edges] = (byte) high;
        targets[edges++] = target;
    }

    void freeEdge(Node target) {
        free = Arrays.copyOf(free, free.length + 1);
        free[free.length - 1] = target;
    }

    void call(Node start, Node returnTo) {
        callStart = start;
        callReturn = returnTo;
    }

    void endPart() {
        endsPart = true;
    }

    /** Where a byte leads, 0 to 255; null for nowhere. No two edges have a byte in common. */
    @Nullable
    Node target(int value) {
        for (int i = 0; i < edges; i++) {
            if (value >= (lows[i] & 0xFF) && value <= (highs[i] & 0xFF)) {
                return targets[i];
            }
        }
        return null;
    }

    boolean hasEdges() {
        return edges > 0;
    }

    boolean isWide() {
        int bytes = 0;
        for (int i = 0; i < edges; i++) {
            bytes += (highs[i] & 0xFF) - (lows[i] & 0xFF) + 1;
        }
        return bytes > NARROW;
    }

    Node[] free() {
        return free;
    }

    @Nullable
    Node callStart() {
        return callStart;
    }

    /** Not null where {@link #callStart()} is not. */
    Node callReturn() {
        if (callReturn == null) {
            throw new IllegalStateException("no call");
        }
        return callReturn;
    }

    /** True if the part of the grammar that was called may end here. */
    boolean endsPart() {
        return endsPart;
    }

    /** True if nothing but the end of the part comes from here: a call that goes on here need not be remembered. */
    boolean onlyEnds() {
        Node node = this;
        while (!node.endsPart) {
            if (node.hasEdges() || node.callStart != null || node.free.length != 1) {
                return false;
            }
            node = node.free[0];
        }
        return !node.hasEdges() && node.callStart == null && node.free.length == 0;
    }

    @Override
    public int hashCode() {
        return id * 0x9E3779B9;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }
}
