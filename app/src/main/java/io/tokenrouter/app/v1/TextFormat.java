package io.tokenrouter.app.v1;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.Vocabulary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers of {@code /v1/completions}. */
final class TextFormat implements AnswerFormat {

    @Override
    public String chunkObject() {
        return "text_completion";
    }

    @Override
    public String opening() {
        return "";
    }

    @Override
    public String beforeText() {
        return "\"text\":";
    }

    @Override
    public String afterText() {
        return "";
    }

    @Override
    public String noText() {
        return "\"text\":\"\"";
    }

    @Override
    public TextLogprobs logprobs(List<TokenEvent.Token> tokens, Vocabulary vocabulary, int offset) {
        return TextLogprobs.of(tokens, vocabulary, offset);
    }

    @Override
    public Completion whole(Job job, List<FinishedChoice> choices) {
        Vocabulary vocabulary = job.served().tokenizer().vocabulary();
        List<Choice> told = BestAnswers.of(job, choices).stream()
                .map(choice -> new Choice(
                        choice.asked().index(),
                        choice.asked().echo() + choice.text(),
                        job.output().tellsLogprobs() ? logprobs(choice.visible(), vocabulary, 0) : null,
                        choice.finishReason(),
                        choice.stopReason(),
                        job.output().tokenIds() ? choice.asked().generation().promptIds() : null,
                        choice.tokenIds(job),
                        choice.trace(job)))
                .toList();
        return new Completion(
                job.id(),
                chunkObject(),
                job.created(),
                job.served().id(),
                told,
                FinishedChoice.usage(job, choices),
                FinishedChoice.routing(job, choices));
    }

    record Completion(
            String id,
            String object,
            long created,
            String model,
            List<Choice> choices,
            Usage usage,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            RoutingReport routing) {}

    record Choice(
            int index,
            String text,
            @Nullable TextLogprobs logprobs,
            String finishReason,
            @Nullable String stopReason,
            @JsonInclude(JsonInclude.Include.NON_NULL) int @Nullable [] promptTokenIds,
            @JsonInclude(JsonInclude.Include.NON_NULL) int @Nullable [] tokenIds,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<TraceEntry> trace) {}
}
