package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.app.serving.Served;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code POST /v1/completions}. */
@Component
class CompletionJobReader implements JobReader {

    private static final int DEFAULT_MAX_TOKENS = 16;
    private static final int MAX_LOGPROBS = 5;
    private static final int MAX_CHOICES = 64;
    private static final int MAX_BEST_OF = 20;

    private final ApiJson json;
    private final JobParts parts;
    private final FillTokens fills;

    CompletionJobReader(ApiJson json, JobParts parts, FillTokens fills) {
        this.json = json;
        this.parts = parts;
        this.fills = fills;
    }

    @Override
    public Job read(ObjectNode body, Caller caller) {
        GenerationFields fields = json.bind(body, GenerationFields.class);
        CompletionFields completion = json.bind(body, CompletionFields.class);
        UnsupportedFields.refuseInCompletion(body);
        Served served = parts.served(fields.model(), caller);
        int logprobs = Checks.integer("logprobs", completion.logprobs(), 0, MAX_LOGPROBS, -1);
        Job.Output output = parts.output(fields, logprobs, null);
        var draft = new JobParts.Draft(
                parts.newId("cmpl-"),
                served,
                parts.routing(fields, served, caller),
                parts.seed(fields),
                logprobs,
                parts.constraint(parts.form(fields), served));
        boolean echo = Boolean.TRUE.equals(completion.echo());
        Integer asked = JobParts.maxTokens("max_tokens", fields.maxTokens());
        if (echo && output.tellsLogprobs()) {
            throw ApiException.unsupported("echo", "echo together with logprobs is not supported by this server.");
        }
        int n = generated(completion, output);

        List<Prompts.Prompt> prompts = Prompts.read(completion, served, fills);
        if (prompts.size() * n > MAX_CHOICES) {
            throw ApiException.invalid(
                    n > output.answers() ? "best_of" : "n",
                    "A request may have at most " + MAX_CHOICES + " answers over all prompts.");
        }
        List<Integer> budgets = new ArrayList<>();
        for (Prompts.Prompt prompt : prompts) {
            budgets.add(Budget.of("prompt", prompt.ids().length, asked, DEFAULT_MAX_TOKENS, served.contextLength()));
        }
        List<Job.Choice> choices = parts.choices(draft, fields, n, prompts, budgets, echo);
        return new Job(
                draft.id(),
                Instant.now().getEpochSecond(),
                caller,
                served,
                choices,
                output,
                draft.routing(),
                draft.seed());
    }

    /** Answers to each prompt, of which the best are told. */
    private static int generated(CompletionFields completion, Job.Output output) {
        int best = Checks.integer("best_of", completion.bestOf(), 1, MAX_BEST_OF, output.answers());
        if (best < output.answers()) {
            throw ApiException.invalid("best_of", "best_of must be at least n, " + output.answers() + ".");
        }
        if (best > output.answers() && output.stream()) {
            throw ApiException.invalid(
                    "best_of", "Which answers are the best is known at their end; best_of above n cannot be streamed.");
        }
        return best;
    }
}
