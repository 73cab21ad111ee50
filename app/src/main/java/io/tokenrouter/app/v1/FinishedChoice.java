package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.ToolCall;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.TokenEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A choice whose generation ended.
 *
 * @param text without echo, without the stop string that ended it, and without calls
 * @param calls of tools, in order
 * @param visible tokens whose text and calls those are
 * @param tokens all generated tokens, the end token included
 */
record FinishedChoice(
        Job.Choice asked,
        String text,
        List<ToolCall> calls,
        List<TokenEvent.Token> visible,
        List<TokenEvent.Token> tokens,
        TokenEvent.Finished end) {

    /**
     * The protocol's word for it.
     *
     * @param called whether tools were called
     * @throws ApiException if the server ended it before its time
     */
    static String finishReason(TokenEvent.Finished end, boolean called) {
        return switch (end.reason()) {
            case STOP -> called ? "tool_calls" : "stop";
            case LENGTH -> "length";
            case CANCELLED ->
                throw ApiException.unavailable("server_overloaded", "The server ended the generation.", 1);
        };
    }

    /** @param choices all of the job, in its order */
    static Usage usage(Job job, List<FinishedChoice> choices) {
        return Usage.of(job, stats(choices));
    }

    static @Nullable RoutingReport routing(Job job, List<FinishedChoice> choices) {
        return RoutingReport.of(job, stats(choices));
    }

    static int[] ids(List<TokenEvent.Token> tokens) {
        return tokens.stream().mapToInt(TokenEvent.Token::id).toArray();
    }

    String finishReason() {
        return finishReason(end, !calls.isEmpty());
    }

    @Nullable
    String stopReason() {
        return end.stopDetail();
    }

    /** The same at another place of the answer. */
    FinishedChoice at(int index) {
        Job.Choice moved = new Job.Choice(index, asked.prompt(), asked.generation(), asked.echo());
        return new FinishedChoice(moved, text, calls, visible, tokens, end);
    }

    /** Null unless the request asks for it. */
    int @Nullable [] tokenIds(Job job) {
        return job.output().tokenIds() ? ids(tokens) : null;
    }

    /** Null unless the request asks for it. */
    @Nullable
    List<TraceEntry> trace(Job job) {
        return job.output().trace()
                ? TraceEntry.of(tokens, job.served().tokenizer().vocabulary())
                : null;
    }

    private static List<GenerationStats> stats(List<FinishedChoice> choices) {
        return choices.stream().map(choice -> choice.end().stats()).toList();
    }
}
