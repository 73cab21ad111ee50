package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.engine.api.GenerationRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request, checked and tokenized: what the engine is asked and how the answer is told.
 *
 * @param id of the response
 * @param created seconds since 1970 (UTC)
 * @param caller who asks
 * @param choices one generation each, by index from 0
 * @param routing what decides who writes
 * @param seed of the first choice; the others count up from it
 */
record Job(
        String id,
        long created,
        Caller caller,
        Served served,
        List<Choice> choices,
        Output output,
        AppliedRouting routing,
        long seed) {

    Job {
        choices = List.copyOf(choices);
    }

    /**
     * @param prompt number of the prompt that it continues, from 0
     * @param echo text that precedes the answer; empty for none
     */
    record Choice(int index, int prompt, GenerationRequest generation, String echo) {}

    /**
     * How the answer is told.
     *
     * @param usage whether a stream ends with the usage chunk
     * @param trace whether each token's writer is told
     * @param logprobs alternatives told with each token's log-probability; -1 for no log-probabilities at all
     * @param tokenIds whether ids are told beside the text
     * @param answers told for each prompt; more may be generated, and then the best are told
     * @param tools that the answer may call; null for none, and then nothing in it is a call
     */
    record Output(
            boolean stream,
            boolean usage,
            boolean trace,
            int logprobs,
            boolean tokenIds,
            int answers,
            @Nullable ToolUse tools) {

        boolean tellsLogprobs() {
            return logprobs >= 0;
        }
    }
}
