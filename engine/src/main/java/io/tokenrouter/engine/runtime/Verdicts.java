package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.TokenSignals.Agreement;
import org.jspecify.annotations.Nullable;

/** What a model that judged drafts says of them. Used by the thread at which the generation is. */
final class Verdicts {

    private static final int NOWHERE = -1;

    private int standing;
    private int fell = NOWHERE;
    private boolean isOwnChoice;

    /**
     * Drafts were judged.
     *
     * @param from position of the first
     * @param drafts how many
     * @param accepted how many of them stand
     * @param ownChoice whether a draft stands where the judge would have written it itself, and nowhere else
     */
    void judged(int from, int drafts, int accepted, boolean ownChoice) {
        standing = from + accepted;
        fell = accepted < drafts ? standing : NOWHERE;
        isOwnChoice = ownChoice;
    }

    /** Whether drafting and judging model agree at a position that is about to be committed; null if no draft was judged there. */
    @Nullable
    Agreement at(int position) {
        if (position >= standing && position != fell) {
            return null;
        }
        if (!isOwnChoice) {
            return Agreement.UNKNOWN;
        }
        return position == fell ? Agreement.DIFFERENT : Agreement.SAME;
    }

    /** What was drafted beyond a position has vanished. */
    void forgetBeyond(int position) {
        standing = Math.min(standing, position);
        fell = fell > position ? NOWHERE : fell;
    }
}
