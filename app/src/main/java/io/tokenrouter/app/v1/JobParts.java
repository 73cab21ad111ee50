package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.app.serving.NotServed;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.app.serving.ServingStatus;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** What chat and text completions read alike. */
@Component
class JobParts {

    private static final int MAX_N = 8;

    private final ServingCatalog catalog;
    private final ServingStatus status;
    private final RoutingReader routing;
    private final ResponseFormatReader formats;
    private final AnswerForms forms;

    JobParts(
            ServingCatalog catalog,
            ServingStatus status,
            RoutingReader routing,
            ResponseFormatReader formats,
            AnswerForms forms) {
        this.catalog = catalog;
        this.status = status;
        this.routing = routing;
        this.formats = formats;
        this.forms = forms;
    }

    /**
     * @throws ApiException 404 for a model that is not served, 403 for one that the caller may not use, 503 while the server takes no requests
     */
    Served served(@Nullable String model, Caller caller) {
        switch (status.phase()) {
            case LOADING -> throw ApiException.unavailable("model_loading", "The models are being loaded.", 2);
            case DRAINING -> throw ApiException.unavailable("server_overloaded", "The server is shutting down.", 5);
            case READY -> {}
        }
        if (model == null) {
            throw ApiException.invalid("model", "model is missing; GET /v1/models lists what can be asked for.");
        }
        Served served = catalog.find(model).orElseThrow(() -> notServed(model, caller));
        if (!caller.mayUse(served.id())) {
            throw ApiException.forbidden(
                    "model",
                    "This API key may not use the model '" + served.id() + "'; GET /v1/models lists those it may.");
        }
        return served;
    }

    private ApiException notServed(String model, Caller caller) {
        NotServed why = catalog.whyNot(model).orElse(null);
        if (why == null || !caller.mayUse(model)) {
            return ApiException.modelNotFound(model);
        }
        return switch (why.reason()) {
            case LOADING ->
                ApiException.unavailable("model_loading", "'" + model + "' is being loaded.", why.retryAfterSeconds());
            case DRAINING ->
                ApiException.unavailable(
                        "model_draining",
                        "'" + model + "' takes no new requests: it is being unloaded.",
                        why.retryAfterSeconds());
            case UNLOADED, FAILED -> ApiException.modelNotLoaded(model);
        };
    }

    /** @throws ApiException 403 for a choice that the caller may not make, 400 for one that nobody may */
    AppliedRouting routing(GenerationFields fields, Served served, Caller caller) {
        if (fields.routing() != null && fields.routing().chooses() && !caller.mayRoute()) {
            throw ApiException.forbidden(
                    "routing",
                    "This API key may not choose policy, options or threshold; of routing it may send trace.");
        }
        return routing.read(fields.routing(), served);
    }

    /** What {@code response_format} asks for; null for any text. */
    @Nullable
    AnswerForm form(GenerationFields fields) {
        return formats.read(fields.responseFormat());
    }

    /** What the answer may be made of; null for anything. */
    @Nullable
    TokenConstraint constraint(@Nullable AnswerForm form, Served served) {
        return form == null ? null : forms.of(served, form);
    }

    /** Checks what a stream's options say. */
    Job.Output output(GenerationFields fields, int logprobs, @Nullable ToolUse tools) {
        GenerationFields.StreamOptions options = fields.streamOptions();
        if (options != null && !fields.streamed()) {
            throw ApiException.invalid("stream_options", "stream_options needs stream to be true.");
        }
        if (options != null && Boolean.TRUE.equals(options.continuousUsageStats())) {
            throw ApiException.unsupported(
                    "stream_options.continuous_usage_stats", "Usage comes in the last chunk of a stream only.");
        }
        return new Job.Output(
                fields.streamed(),
                fields.usageWanted(),
                fields.routing() != null && fields.routing().traced(),
                logprobs,
                Boolean.TRUE.equals(fields.returnTokenIds()),
                answersPerPrompt(fields),
                tools);
    }

    /** The request's limit; null if it has none. */
    static @Nullable Integer maxTokens(String param, @Nullable JsonNode value) {
        return Checks.isGiven(value) ? Checks.integer(param, value, 1, Integer.MAX_VALUE, 1) : null;
    }

    int answersPerPrompt(GenerationFields fields) {
        return Checks.integer("n", fields.n(), 1, MAX_N, 1);
    }

    /** The request's own seed, or one drawn at random. */
    long seed(GenerationFields fields) {
        return Checks.wide("seed", fields.seed(), ThreadLocalRandom.current().nextLong(Integer.MAX_VALUE));
    }

    String newId(String prefix) {
        return prefix + UUID.randomUUID().toString().replace("-", "");
    }

    /**
     * The choices of one request, in the order of the prompts.
     *
     * @param n answers to each prompt
     * @param budgets most tokens of an answer, by prompt
     */
    List<Job.Choice> choices(
            Draft draft,
            GenerationFields fields,
            int n,
            List<Prompts.Prompt> prompts,
            List<Integer> budgets,
            boolean echo) {
        Vocabulary vocabulary = draft.served().tokenizer().vocabulary();
        SamplingParams sampling = SamplingReader.read(fields, vocabulary, draft.seed());
        List<Job.Choice> choices = new ArrayList<>();
        for (int p = 0; p < prompts.size(); p++) {
            StopCriteria stop = StopReader.read(fields, vocabulary, budgets.get(p));
            for (int i = 0; i < n; i++) {
                int index = choices.size();
                GenerationRequest generation = new GenerationRequest(
                        prompts.size() * n == 1 ? draft.id() : draft.id() + "-" + index,
                        draft.served().id(),
                        prompts.get(p).ids(),
                        sampling.withSeed(draft.seed() + index),
                        stop,
                        draft.routing().spec(),
                        Math.max(0, draft.logprobs()),
                        draft.constraint(),
                        prompts.get(p).renderings());
                choices.add(new Job.Choice(
                        index, p, generation, echo ? prompts.get(p).text() : ""));
            }
        }
        return choices;
    }

    /** What is known of a request before its prompts are. */
    record Draft(
            String id,
            Served served,
            AppliedRouting routing,
            long seed,
            int logprobs,
            @Nullable TokenConstraint constraint) {}
}
