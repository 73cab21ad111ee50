package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.sampling.RowAnalyzer;
import io.tokenrouter.engine.sampling.RowSignals;
import io.tokenrouter.engine.sampling.Sampler;
import io.tokenrouter.engine.sampling.SoftmaxKernel;

/** From a row of logits to a candidate; one for each worker. */
final class CandidateMaker {

    private final Sampler sampler;
    private final RowAnalyzer analyzer;

    CandidateMaker(int vocabularySize, SoftmaxKernel kernel) {
        sampler = new Sampler(vocabularySize, kernel);
        analyzer = new RowAnalyzer(vocabularySize, kernel);
    }

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
        RowSignals signals = analyzer.analyze(logits, offset, request.topK(), request.logU(), token);
        return new TokenCandidate(
                token,
                signals.logprob(),
                signals.entropy(),
                signals.topProb(),
                signals.margin(),
                signals.au(),
                signals.eu(),
                signals.topIds(),
                signals.topLogprobs());
    }
}
