package io.tokenrouter.app.persistence;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line of the log for each generation that ended, with the id that the caller got and no text. Off unless the logger
 * {@code io.tokenrouter.requests} is at INFO. Lines wait in memory, so a log that nobody reads holds up no token.
 */
final class RequestLog {

    private static final Logger log = LoggerFactory.getLogger("io.tokenrouter.requests");
    private static final int CAPACITY = 10_000;
    private static final int PIECE = 500;

    private final RecordQueue<GenerationRecord> waiting = new RecordQueue<>(CAPACITY);

    /** From any thread. */
    void add(GenerationRecord generation) {
        if (log.isInfoEnabled()) {
            waiting.add(generation);
        }
    }

    /** Writes what waits. Of one thread. */
    void write() {
        List<GenerationRecord> lines = waiting.take(PIECE);
        while (!lines.isEmpty()) {
            lines.forEach(RequestLog::write);
            lines = waiting.take(PIECE);
        }
    }

    private static void write(GenerationRecord generation) {
        String written = generation.stats().completionTokens().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        double seconds = generation.stats().totalNanos() / 1e9;
        log.atInfo()
                .addKeyValue("request_id", generation.requestId())
                .addKeyValue("http_request_id", generation.httpRequestId())
                .addKeyValue("target", generation.target())
                .addKeyValue("outcome", generation.outcome())
                .addKeyValue("prompt_tokens", generation.stats().promptTokens())
                .addKeyValue("completion_tokens", generation.stats().totalCompletionTokens())
                .addKeyValue("switches", generation.stats().switches())
                .addKeyValue("seconds", seconds)
                .log(String.format(
                        Locale.ROOT,
                        "%s on %s: %s after %.3f s, %d prompt tokens, written by %s%s",
                        generation.requestId(),
                        generation.target(),
                        generation.outcome(),
                        seconds,
                        generation.stats().promptTokens(),
                        written,
                        generation.httpRequestId() == null ? "" : ", for x-request-id " + generation.httpRequestId()));
    }
}
