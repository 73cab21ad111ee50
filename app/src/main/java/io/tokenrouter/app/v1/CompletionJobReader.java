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

    private final ApiJson json;
    private final JobParts parts;

    CompletionJobReader(ApiJson json, JobParts parts) {
        this.json = json;
        this.parts = parts;
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
        int n = parts.answersPerPrompt(fields);
        refuseUnbuilt(completion, echo && output.tellsLogprobs(), n);

        List<Prompts.Prompt> prompts = Prompts.read(completion.prompt(), served.tokenizer(), served.contextLength());
        if (prompts.size() * n > MAX_CHOICES) {
            throw ApiException.invalid("n", "A request may have at most " + MAX_CHOICES + " answers over all prompts.");
        }
        List<Integer> budgets = new ArrayList<>();
        for (Prompts.Prompt prompt : prompts) {
            budgets.add(Budget.of("prompt", prompt.ids().length, asked, DEFAULT_MAX_TOKENS, served.contextLength()));
        }
        List<Job.Choice> choices = parts.choices(draft, fields, prompts, budgets, echo);
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

    private static void refuseUnbuilt(CompletionFields completion, boolean echoWithLogprobs, int n) {
        if (echoWithLogprobs) {
            throw ApiException.unsupported("echo", "echo together with logprobs is not supported by this server.");
        }
        if (Checks.integer("best_of", completion.bestOf(), 1, MAX_CHOICES, n) != n) {
            throw ApiException.unsupported("best_of", "best_of other than n is not supported by this server.");
        }
    }
}
