package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code POST /v1/chat/completions}. */
@Component
class ChatJobReader implements JobReader {

    private static final int MAX_TOP_LOGPROBS = 20;

    private final ApiJson json;
    private final JobParts parts;
    private final ToolsReader tools;

    ChatJobReader(ApiJson json, JobParts parts, ToolsReader tools) {
        this.json = json;
        this.parts = parts;
        this.tools = tools;
    }

    @Override
    public Job read(ObjectNode body, Caller caller) {
        GenerationFields fields = json.bind(body, GenerationFields.class);
        ChatFields chat = json.bind(body, ChatFields.class);
        UnsupportedFields.refuseInChat(body);
        Served served = parts.served(fields.model(), caller);
        ToolUse use = tools.read(chat, served);
        Job.Output output = parts.output(fields, logprobs(chat), use);
        var draft = new JobParts.Draft(
                parts.newId("chatcmpl-"),
                served,
                parts.routing(fields, served, caller),
                parts.seed(fields),
                output.logprobs(),
                parts.constraint(ToolForms.of(use, parts.form(fields)), served));
        Integer asked = maxTokens(fields, chat);
        List<Map<String, Object>> messages = ChatMessages.read(chat.messages(), json);
        Budget.refuseHopeless(
                "messages",
                ChatMessages.characters(messages),
                served.tokenizer().vocabulary(),
                served.contextLength());

        Function<ChatTemplate, RenderedChat> renderer =
                template -> ChatPrompt.render(template, messages, use, templateArguments(chat), json);
        RenderedChat rendered = renderer.apply(served.chatTemplate());
        Budget.refuseHopeless("messages", rendered, served);
        int[] ids = Renderings.own(served, rendered);
        Map<String, int[]> renderings = Renderings.of(served, draft.routing().templates(), ids, renderer);
        int longest = renderings.values().stream().mapToInt(each -> each.length).reduce(ids.length, Math::max);
        int budget = Budget.of("messages", longest, asked, Integer.MAX_VALUE, served.contextLength());
        var prompt = new Prompts.Prompt(ids, "", renderings);
        List<Job.Choice> choices =
                parts.choices(draft, fields, output.answers(), List.of(prompt), List.of(budget), false);
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

    private static @Nullable Integer maxTokens(GenerationFields fields, ChatFields chat) {
        return Checks.isGiven(chat.maxCompletionTokens())
                ? JobParts.maxTokens("max_completion_tokens", chat.maxCompletionTokens())
                : JobParts.maxTokens("max_tokens", fields.maxTokens());
    }

    private static int logprobs(ChatFields chat) {
        int top = Checks.integer("top_logprobs", chat.topLogprobs(), 0, MAX_TOP_LOGPROBS, 0);
        boolean wanted = Boolean.TRUE.equals(chat.logprobs());
        if (top > 0 && !wanted) {
            throw ApiException.invalid("top_logprobs", "top_logprobs needs logprobs to be true.");
        }
        return wanted ? top : -1;
    }

    private static Map<String, Object> templateArguments(ChatFields chat) {
        Map<String, Object> arguments = new HashMap<>();
        if (chat.reasoningEffort() != null) {
            arguments.put("reasoning_effort", chat.reasoningEffort());
        }
        arguments.putAll(variables(chat.chatTemplateKwargs()));
        return arguments;
    }

    /** Variables for the template, those left out that are null. */
    static Map<String, Object> variables(@Nullable Map<String, @Nullable Object> given) {
        Map<String, Object> variables = new HashMap<>();
        if (given != null) {
            given.forEach((name, value) -> {
                if (value != null) {
                    variables.put(name, value);
                }
            });
        }
        return variables;
    }
}
