package io.tokenrouter.engine.executor;

import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.sampling.RowAnalyzer;
import io.tokenrouter.engine.sampling.RowFuser;
import io.tokenrouter.engine.sampling.RowSignals;
import io.tokenrouter.engine.sampling.Sampler;
import io.tokenrouter.engine.sampling.SoftmaxKernel;
import io.tokenrouter.engine.sampling.TokenDistribution;
import io.tokenrouter.engine.sampling.Verifier;
import org.jspecify.annotations.Nullable;

/**
 * From a row of logits in the host's memory to a candidate. Keeps scratch of the size of some rows between calls; for one thread at a
 * time.
 */
public final class CandidateMaker {

    private final int vocabularySize;
    private final SoftmaxKernel kernel;
    private final Sampler sampler;
    private final Verifier verifier;
    private final RowAnalyzer analyzer;

    /** Of no use to most executors, and as large as two rows. */
    private @Nullable RowFuser fuser;

    /** @param vocabularySize logits of a row that count; a row may be longer, its rest is padding */
    public CandidateMaker(int vocabularySize, SoftmaxKernel kernel) {
        this.vocabularySize = vocabularySize;
        this.kernel = kernel;
        sampler = new Sampler(vocabularySize, kernel);
        verifier = new Verifier(vocabularySize, kernel, sampler);
        analyzer = new RowAnalyzer(vocabularySize, kernel);
    }

    /**
     * What a request wants of one of its rows.
     *
     * @param logits holds the row; not changed
     * @param offset index of the logit of id 0
     * @param draft which of the request's drafts the row judges; their number for the row behind them
     * @return null if the draft stands
     * @throws io.tokenrouter.engine.sampling.InvalidLogitsException if no token can be drawn from the row
     */
    public @Nullable TokenCandidate candidate(float[] logits, int offset, CandidateRequest request, int draft) {
        Verification judged = request.verification();
        if (judged != null && draft < judged.drafts()) {
            return judge(logits, offset, request, judged, draft);
        }
        if (request.fusion() != null) {
            return fuse(logits, offset, request, request.fusion());
        }
        return request.row() ? makeWithRow(logits, offset, request) : make(logits, offset, request);
    }

    /**
     * Judges a draft by what this model would draw its own token from.
     *
     * @param mayStand whether the draft is allowed and possible at all
     * @return {@link Verifier#ACCEPTED}, or the id that takes the draft's place
     */
    public int judge(TokenDistribution own, CandidateRequest request, AcceptRule rule, int draft, boolean mayStand) {
        return verifier.judge(own, rule, request.sampling(), request.draft(draft), mayStand);
    }

    /** The token after all drafts. */
    private TokenCandidate make(float[] logits, int offset, CandidateRequest request) {
        int token = sampler.sample(
                logits,
                offset,
                request.sampling(),
                request.allowed(),
                request.position(),
                request.history(),
                request.position(),
                request.promptLength());
        TokenDistribution distribution = request.distribution()
                ? sampler.distribution(
                        logits,
                        offset,
                        request.sampling(),
                        request.allowed(),
                        request.history(),
                        request.position(),
                        request.promptLength())
                : null;
        return described(logits, offset, request, token, distribution);
    }

    /** The same with the row itself. */
    private TokenCandidate makeWithRow(float[] logits, int offset, CandidateRequest request) {
        return make(logits, offset, request).withRow(LogitRow.copyOf(logits, offset, vocabularySize));
    }

    /** A token of this row and those of other models. */
    private TokenCandidate fuse(float[] logits, int offset, CandidateRequest request, RowFusion fusion) {
        return make(fuser().fuse(fusion.rule(), fusion.rows(), logits, offset, request.allowed()), 0, request);
    }

    /** A token of rows that were all kept, to the bit the one that {@link #candidate} draws of the same rows. */
    public TokenCandidate fuse(LogitRow own, CandidateRequest request, RowFusion fusion) {
        return make(fuser().fuse(fusion.rule(), fusion.rows(), own, request.allowed()), 0, request);
    }

    private RowFuser fuser() {
        if (fuser == null) {
            fuser = new RowFuser(vocabularySize, kernel);
        }
        return fuser;
    }

    /**
     * What takes the place of a draft.
     *
     * @param logits the row before the draft
     * @return null if the draft stands
     */
    private @Nullable TokenCandidate judge(
            float[] logits, int offset, CandidateRequest request, Verification verification, int draft) {
        int token = verifier.judge(logits, offset, verification.rule(), request.sampling(), request.draft(draft));
        return token == Verifier.ACCEPTED ? null : described(logits, offset, request, token, null);
    }

    private TokenCandidate described(
            float[] logits, int offset, CandidateRequest request, int token, @Nullable TokenDistribution distribution) {
        RowSignals signals = analyzer.analyze(logits, offset, request.topK(), request.logU(), request.scored(), token);
        return TokenCandidate.of(token, signals, distribution);
    }
}
