package io.tokenrouter.app.v1;

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
    public Job read(ObjectNode body) {
        GenerationFields fields = json.bind(body, GenerationFields.class);
        CompletionFields completion = json.bind(body, CompletionFields.class);
        UnsupportedFields.refuseInCompletion(body);
        Served served = parts.served(fields.model());
        int logprobs = completion.logprobs() == null
                ? -1
                : Checks.integer("logprobs", completion.logprobs(), 0, MAX_LOGPROBS, 0);
        Job.Output output = parts.output(fields, logprobs);
        var draft = new JobParts.Draft(
                parts.newId("cmpl-"), served, parts.routing(fields, served), parts.seed(fields), logprobs);
        boolean echo = Boolean.TRUE.equals(completion.echo());
        Checks.integer("max_tokens", fields.maxTokens(), 1, Integer.MAX_VALUE, DEFAULT_MAX_TOKENS);
        int n = parts.answersPerPrompt(fields);
        refuseUnbuilt(completion, echo, n);

        List<Prompts.Prompt> prompts = Prompts.read(completion.prompt(), served.tokenizer(), served.contextLength());
        if (prompts.size() * n > MAX_CHOICES) {
            throw ApiException.invalid("n", "A request may have at most " + MAX_CHOICES + " answers over all prompts.");
        }
        List<Integer> budgets = new ArrayList<>();
        for (Prompts.Prompt prompt : prompts) {
            budgets.add(Budget.of(
                    "prompt", prompt.ids().length, fields.maxTokens(), DEFAULT_MAX_TOKENS, served.contextLength()));
        }
        List<Job.Choice> choices = parts.choices(draft, fields, prompts, budgets, echo);
        return new Job(
                draft.id(), Instant.now().getEpochSecond(), served, choices, output, draft.routing(), draft.seed());
    }

    private static void refuseUnbuilt(CompletionFields completion, boolean echo, int n) {
        if (echo && completion.logprobs() != null) {
            throw ApiException.unsupported("echo", "echo together with logprobs is not supported by this server.");
        }
        if (completion.bestOf() != null && completion.bestOf() != n) {
            throw ApiException.unsupported("best_of", "best_of other than n is not supported by this server.");
        }
    }
}
