package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.Verification;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.Verifier;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of one row of logits.
 *
 * @param request of which it is a row
 * @param rule by which the row judges a draft; null for the row behind all drafts
 * @param judged the draft; null likewise
 * @param draft its number; the number of drafts likewise
 */
record RowTask(CandidateRequest request, @Nullable AcceptRule rule, Verifier.@Nullable Draft judged, int draft) {

    static RowTask of(CandidateRequest request, int draft) {
        Verification verification = request.verification();
        return verification != null && draft < verification.drafts()
                ? new RowTask(request, verification.rule(), request.draft(draft), draft)
                : new RowTask(request, null, null, draft);
    }

    /** Position that its token takes; so many ids of the history are before it. */
    int position() {
        return judged == null ? request.position() : judged.position();
    }

    @Nullable
    TokenMask allowed() {
        return judged == null ? request.allowed() : judged.allowed();
    }

    /** Whether tokens are drawn from something else than the raw row. */
    boolean isAdjusted() {
        return allowed() != null || request.sampling().changesLogits();
    }

    /** Whether the row itself is wanted, or needed for what the kernels do not do. */
    boolean needsRow(int vocabularySize) {
        // where nothing is drawn, what was drawn from is certain, and drafts stand that are the token itself
        boolean isDense = request.sampling().temperature() > 0 && !isTruncated(vocabularySize);
        boolean asksForRow = request.row() || request.distribution() && isDense || request.fusion() != null;
        boolean judgesByDistribution = rule instanceof AcceptRule.Exact && isDense
                || rule instanceof AcceptRule.Cascade && !isTruncated(vocabularySize);
        return judged == null && asksForRow
                || judgesByDistribution
                || judged != null && !hasDraft(vocabularySize)
                || !isReportable(vocabularySize);
    }

    /** Whether the ids that its token is drawn from are wanted, and so few that kernels can list them. */
    boolean needsSource(int vocabularySize) {
        return isTruncated(vocabularySize) && !needsRow(vocabularySize) && (judgesBySource() || isSourceWanted());
    }

    /** Whether its draft is judged by what its token is drawn from. */
    boolean judgesBySource() {
        return request.sampling().temperature() > 0
                && (rule instanceof AcceptRule.Exact || rule instanceof AcceptRule.Cascade);
    }

    boolean isSourceWanted() {
        return judged == null && request.distribution();
    }

    private boolean isTruncated(int vocabularySize) {
        SamplingParams sampling = request.sampling();
        boolean byTopK = sampling.topK() > 0 && sampling.topK() < vocabularySize;
        return sampling.temperature() > 0 && (byTopK || sampling.topP() < 1 || sampling.minP() > 0);
    }

    /** Whether its draft may be written at all. */
    boolean mayStand(RowRecords records, ByteBuffer found, int row) {
        return judged != null
                && (judged.allowed() == null || judged.allowed().allows(judged.token()))
                && records.isDraftPossible(found, row);
    }

    /** Whether it judges a draft that is an id of the vocabulary. */
    boolean hasDraft(int vocabularySize) {
        return judged != null && judged.token() >= 0 && judged.token() < vocabularySize;
    }

    private boolean isReportable(int vocabularySize) {
        int[] scored = request.scored();
        return scored == null
                ? request.topK() <= RowRecords.REPORTED
                : scored.length <= RowRecords.REPORTED
                        && Arrays.stream(scored).allMatch(id -> id >= 0 && id < vocabularySize);
    }

    /** Whether the first of the request's heads may let the draft stand. */
    boolean asksHead() {
        return rule instanceof AcceptRule.ByHead;
    }

    /** Whether what kernels found lets the draft stand. */
    boolean stands(RowRecords records, ByteBuffer found, int row) {
        if (judged == null) {
            return false;
        }
        boolean within = rule instanceof AcceptRule.MaxLoss
                && mayStand(records, found, row)
                && records.isDraftWithin(found, row);
        return within || records.token(found, row) == judged.token();
    }
}
