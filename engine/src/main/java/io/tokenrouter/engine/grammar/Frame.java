package io.tokenrouter.engine.grammar;

import org.jspecify.annotations.Nullable;

/** What is left to do when the part of the grammar that was called ends: go on at a node, then what is below. */
final class Frame {

    private final Node returnTo;
    private final @Nullable Frame below;
    private final int hash;

    Frame(Node returnTo, @Nullable Frame below) {
        this.returnTo = returnTo;
        this.below = below;
        this.hash = 31 * hash(below) + returnTo.hashCode() + 1;
    }

    Node returnTo() {
        return returnTo;
    }

    @Nullable
    Frame below() {
        return below;
    }

    static int hash(@Nullable Frame frame) {
        return frame == null ? 0 : frame.hash;
    }

    /** Not by recursion: a stack may be as deep as an answer is long. */
    static boolean equal(@Nullable Frame one, @Nullable Frame other) {
        Frame a = one;
        Frame b = other;
        while (a != b) {
            if (a == null || b == null || a.hash != b.hash || a.returnTo != b.returnTo) {
                return false;
            }
            a = a.below;
            b = b.below;
        }
        return true;
    }
}
