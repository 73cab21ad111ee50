package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.sampling.RowAnalyzer;
import io.tokenrouter.engine.sampling.RowSignals;
import io.tokenrouter.engine.sampling.Sampler;
import io.tokenrouter.engine.sampling.SoftmaxKernel;
import io.tokenrouter.engine.sampling.TokenDistribution;
import io.tokenrouter.engine.sampling.Verifier;
import org.jspecify.annotations.Nullable;

/** From a row of logits to a candidate; one for each worker. */
final class CandidateMaker {

    private final Sampler sampler;
    private final Verifier verifier;
    private final RowAnalyzer analyzer;

    CandidateMaker(int vocabularySize, SoftmaxKernel kernel) {
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
