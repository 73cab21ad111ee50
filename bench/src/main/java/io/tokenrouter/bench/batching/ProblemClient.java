package io.tokenrouter.bench.batching;

import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import java.util.List;

/** A client of the demo pair: one problem after the other, from a place of its own in the list. */
final class ProblemClient implements Client {

    private final String target;
    private final List<int[]> prompts;
    private final int number;
    private int sent;

    /**
     * @param number of the client, from 0
     */
    ProblemClient(String target, List<int[]> prompts, int number) {
        this.target = target;
        this.prompts = prompts;
        this.number = number;
    }

    @Override
    public GenerationRequest next() {
        int[] prompt = prompts.get(Math.floorMod(number * 31 + sent, prompts.size()));
        sent++;
        return new GenerationRequest(
                "client-" + number + "-" + sent,
                target,
                prompt,
                SamplingParams.GREEDY,
                StopCriteria.maxTokens(DemoTask.MAX_ANSWER_TOKENS),
                null,
                0);
    }

    @Override
    public void wrote(int id) {}
}
