package io.tokenrouter.app.v1;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tokenrouter.app.tools.ToolCall;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.Vocabulary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers of {@code /v1/chat/completions}. */
final class ChatFormat implements AnswerFormat {

    @Override
    public String chunkObject() {
        return "chat.completion.chunk";
    }

    @Override
    public String opening() {
        return "\"delta\":{\"role\":\"assistant\",\"content\":\"\"}";
    }

    @Override
    public String beforeText() {
        return "\"delta\":{\"content\":";
    }

    @Override
    public String afterText() {
        return "}";
    }

    @Override
    public String noText() {
        return "\"delta\":{}";
    }

    @Override
    public ChatLogprobs logprobs(List<TokenEvent.Token> tokens, Vocabulary vocabulary, int offset) {
        return ChatLogprobs.of(tokens, vocabulary);
    }

    @Override
    public ChatCompletion whole(Job job, List<FinishedChoice> choices) {
        Vocabulary vocabulary = job.served().tokenizer().vocabulary();
        List<Choice> told = choices.stream()
                .map(choice -> new Choice(
                        choice.asked().index(),
                        Message.of(choice),
                        job.output().tellsLogprobs() ? logprobs(choice.visible(), vocabulary, 0) : null,
                        choice.finishReason(),
                        choice.stopReason(),
                        choice.tokenIds(job),
                        choice.trace(job)))
                .toList();
        return new ChatCompletion(
                job.id(),
                "chat.completion",
                job.created(),
                job.served().id(),
                told,
                FinishedChoice.usage(job, choices),
                FinishedChoice.routing(job, choices),
                job.output().tokenIds()
                        ? choices.getFirst().asked().generation().promptIds()
                        : null);
    }

    record ChatCompletion(
            String id,
            String object,
            long created,
            String model,
            List<Choice> choices,
            Usage usage,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            RoutingReport routing,

            @JsonInclude(JsonInclude.Include.NON_NULL) int @Nullable [] promptTokenIds) {}

    record Choice(
            int index,
            Message message,
            @Nullable ChatLogprobs logprobs,
            String finishReason,
            @Nullable String stopReason,
            @JsonInclude(JsonInclude.Include.NON_NULL) int @Nullable [] tokenIds,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<TraceEntry> trace) {}

    /**
     * @param content null where there are calls and no text
     * @param toolCalls absent where there are none
     */
    record Message(
            String role,
            @Nullable String content,
            @Nullable String refusal,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<Call> toolCalls) {

        static Message of(FinishedChoice choice) {
            if (choice.calls().isEmpty()) {
                return new Message("assistant", choice.text(), null, null);
            }
            String content = choice.text().isEmpty() ? null : choice.text();
            return new Message(
                    "assistant",
                    content,
                    null,
                    choice.calls().stream().map(Call::of).toList());
        }
    }

    record Call(String id, String type, ToolCall function) {

        static Call of(ToolCall call) {
            return new Call(CallIds.next(), "function", call);
        }
    }
}
