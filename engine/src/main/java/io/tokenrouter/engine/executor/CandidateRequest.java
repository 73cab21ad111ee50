package io.tokenrouter.engine.executor;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.sampling.Verifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of a row's logits.
 *
 * @param sampling how to draw the token
 * @param position position that the sampled token would take, counted from the start of the prompt; with the seed it
 *     decides the random number
 * @param history ids before that position, prompt first; read only when {@link SamplingParams#needsHistory()} and for drafts
 * @param promptLength how many of them are prompt
 * @param topK most probable tokens to report, 0 to 128
 * @param logU whether the evidence uncertainties are wanted
 * @param distribution whether what the token was drawn from is wanted
 * @param heads what is to be computed of the row and its token ({@link TokenCandidate#heads()})
 * @param allowed ids that may be drawn; null for all. Signals are of the whole row all the same
 * @param scored ids of which log-probabilities are reported, in this order, in place of the most probable tokens; null for these
 * @param verification drafts at the end of the row to be judged before a token is drawn; null where there are none
 * @param row whether the raw logits themselves are wanted
 * @param fusion rows of other models with which this one is combined before a token is drawn; null where there are none
 */
public record CandidateRequest(
        SamplingParams sampling,
        int position,
        int[] history,
        int promptLength,
        int topK,
        boolean logU,
        boolean distribution,
        List<Head> heads,
        @Nullable TokenMask allowed,
        int @Nullable [] scored,
        @Nullable Verification verification,
        boolean row,
        @Nullable RowFusion fusion) {

    private static final int[] NO_IDS = {};

    /** As one model draws it, without its row. */
    public CandidateRequest(
            SamplingParams sampling,
            int position,
            int[] history,
            int promptLength,
            int topK,
            boolean logU,
            boolean distribution,
            List<Head> heads,
            @Nullable TokenMask allowed,
            int @Nullable [] scored,
            @Nullable Verification verification) {
        this(
                sampling,
                position,
                history,
                promptLength,
                topK,
                logU,
                distribution,
                heads,
                allowed,
                scored,
                verification,
                false,
                null);
    }

    /** One token, any id of the allowed ones. */
    public CandidateRequest(
            SamplingParams sampling,
            int position,
            int[] history,
            int promptLength,
            int topK,
            boolean logU,
            @Nullable TokenMask allowed) {
        this(sampling, position, history, promptLength, topK, logU, false, List.of(), allowed, null, null);
    }

    /** Any id may be drawn. */
    public CandidateRequest(
            SamplingParams sampling, int position, int[] history, int promptLength, int topK, boolean logU) {
        this(sampling, position, history, promptLength, topK, logU, null);
    }

    /** The same at another position, of another sequence. */
    public CandidateRequest at(int other, int[] ids) {
        return new CandidateRequest(
                sampling,
                other,
                ids,
                promptLength,
                topK,
                logU,
                distribution,
                heads,
                allowed,
                scored,
                verification,
                row,
                fusion);
    }

    /** Whether both want the same, wherever in whatever sequence. */
    public boolean isLike(CandidateRequest other) {
        return at(0, NO_IDS).equals(other.at(0, NO_IDS));
    }

    /** Drafts to judge; 0 for none. */
    public int drafts() {
        return verification == null ? 0 : verification.drafts();
    }

    /** One of the drafts, for the judge. */
    public Verifier.Draft draft(int index) {
        Verification judged = verification;
        if (judged == null) {
            throw new IllegalStateException("there are no drafts");
        }
        int at = position - judged.drafts() + index;
        return new Verifier.Draft(
                history[at], judged.drawnFrom().get(index), judged.allowedAt(index), at, history, promptLength);
    }
}
