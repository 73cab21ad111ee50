package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.RowFusion;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.sampling.RowAnalyzer;
import io.tokenrouter.engine.sampling.RowFuser;
import io.tokenrouter.engine.sampling.RowSignals;
import io.tokenrouter.engine.sampling.Sampler;
import io.tokenrouter.engine.sampling.SoftmaxKernel;
import io.tokenrouter.engine.sampling.TokenDistribution;
import io.tokenrouter.engine.sampling.Verifier;
import org.jspecify.annotations.Nullable;

/** From a row of logits to a candidate; one for each worker. */
final class CandidateMaker {

    private final int vocabularySize;
    private final SoftmaxKernel kernel;
    private final Sampler sampler;
    private final Verifier verifier;
    private final RowAnalyzer analyzer;

    /** Of no use to most executors, and as large as two rows. */
    private @Nullable RowFuser fuser;

    CandidateMaker(int vocabularySize, SoftmaxKernel kernel) {
        this.vocabularySize = vocabularySize;
        this.kernel = kernel;
        sampler = new Sampler(vocabularySize, kernel);
        verifier = new Verifier(vocabularySize, kernel, sampler);
        analyzer = new RowAnalyzer(vocabularySize, kernel);
    }

    /** The token after all drafts. */
    TokenCandidate make(float[] logits, int offset, CandidateRequest request) {
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
        return candidate(logits, offset, request, token, distribution);
    }

    /** The same with the row itself. */
    TokenCandidate makeWithRow(float[] logits, int offset, CandidateRequest request) {
        return make(logits, offset, request).withRow(LogitRow.copyOf(logits, offset, vocabularySize));
    }

    /** A token of this row and those of other models. */
    TokenCandidate fuse(float[] logits, int offset, CandidateRequest request, RowFusion fusion) {
        return make(fuser().fuse(fusion.rule(), fusion.rows(), logits, offset, request.allowed()), 0, request);
    }

    /** The same of a row that was kept. */
    TokenCandidate fuse(LogitRow own, CandidateRequest request, RowFusion fusion) {
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
    @Nullable
    TokenCandidate judge(float[] logits, int offset, CandidateRequest request, int draft) {
        Verifier.Draft judged = request.draft(draft);
        int token = verifier.judge(logits, offset, request.verification().rule(), request.sampling(), judged);
        return token == Verifier.ACCEPTED ? null : candidate(logits, offset, request, token, null);
    }

    private TokenCandidate candidate(
            float[] logits, int offset, CandidateRequest request, int token, @Nullable TokenDistribution distribution) {
        RowSignals signals = analyzer.analyze(logits, offset, request.topK(), request.logU(), request.scored(), token);
        return TokenCandidate.of(token, signals, distribution);
    }
}
