package io.tokenrouter.app.tracing;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;

/** Gathers spans as they end. Used by one thread. */
final class FinishedSpans implements SpanProcessor {

    private List<SpanData> spans = new ArrayList<>();

    List<SpanData> take() {
        List<SpanData> taken = spans;
        spans = new ArrayList<>();
        return taken;
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        spans.add(span.toSpanData());
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }
}
