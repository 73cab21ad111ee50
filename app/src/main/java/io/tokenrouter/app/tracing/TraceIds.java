package io.tokenrouter.app.tracing;

import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.sdk.trace.IdGenerator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Ids of traces that no client has begun: made of the id of the answer, so that several answers to one request share a trace. Used by
 * one thread.
 */
final class TraceIds implements IdGenerator {

    private final IdGenerator random = IdGenerator.random();
    private String next = TraceId.getInvalid();

    /** @param requestId of a generation; those of one request end in their numbers */
    void prepare(String requestId) {
        String answer = requestId.replaceFirst("-\\d{1,3}$", "");
        try {
            ByteBuffer hash = ByteBuffer.wrap(
                    MessageDigest.getInstance("SHA-256").digest(answer.getBytes(StandardCharsets.UTF_8)));
            next = TraceId.fromLongs(hash.getLong(), hash.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String generateTraceId() {
        return next;
    }

    @Override
    public String generateSpanId() {
        return random.generateSpanId();
    }
}
