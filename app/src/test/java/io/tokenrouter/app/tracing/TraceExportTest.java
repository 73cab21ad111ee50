package io.tokenrouter.app.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.tokenrouter.app.persistence.GenerationObserver.Begun;
import io.tokenrouter.app.persistence.GenerationRecord;
import io.tokenrouter.app.persistence.UsageShare;
import io.tokenrouter.app.requests.Route;
import io.tokenrouter.app.requests.Tape;
import io.tokenrouter.app.serving.UnlimitedCaller;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.KeptCaches;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceExportTest {

    private static final Instant AT = Instant.parse("2026-11-30T12:00:00Z");

    private final List<SpanData> got = new ArrayList<>();
    private boolean answers = true;
    private final TraceExport export = new TraceExport(new Scripted(), 3);

    private final class Scripted implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            if (!answers) {
                return CompletableResultCode.ofFailure();
            }
            got.addAll(spans);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    @Test
    void whatFindsNoPlaceIsLostAndCountedAndNobodyWaits() {
        for (int i = 0; i < 5; i++) {
            end("chatcmpl-" + i, null);
        }
        assertThat(export.lost()).isEqualTo(2);
        export.work();
        assertThat(got).extracting(SpanData::getName).containsOnly("chat demo").hasSize(3);

        end("chatcmpl-5", null);
        export.work();
        assertThat(got).hasSize(4);
        assertThat(export.lost()).isEqualTo(2);
    }

    @Test
    void whatTheCollectorRefusesIsLostAndCountedAndTheNextIsSent() {
        answers = false;
        end("chatcmpl-0", null);
        end("chatcmpl-1", null);
        export.work();
        assertThat(export.lost()).isEqualTo(2);

        answers = true;
        end("chatcmpl-2", null);
        export.work();
        assertThat(got).hasSize(1);
        assertThat(export.lost()).isEqualTo(2);
    }

    @Test
    void aFailureIsToldByItsKind() {
        end("cmpl-0", "internal");
        export.work();

        SpanData root = got.getFirst();
        assertThat(root.getName()).isEqualTo("text_completion demo");
        assertThat(root.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(root.getAttributes().get(Keys.ERROR_TYPE)).isEqualTo("internal");
        assertThat(root.getEndEpochNanos() - root.getStartEpochNanos()).isEqualTo(5_000_000);
    }

    private void end(String id, @Nullable String errorKind) {
        GenerationStats stats =
                new GenerationStats(3, 0, Map.of("s", 1), 0, Map.of(), 0, 0, KeptCaches.NONE, 0, 0, 5_000_000);
        GenerationRequest request = new GenerationRequest(
                id, "demo", new int[] {1, 2, 3}, SamplingParams.GREEDY, StopCriteria.maxTokens(1), null, 0);
        Begun begun = new Begun(UUID.randomUUID(), request, UnlimitedCaller.ANONYMOUS, null, 0, AT, null);
        GenerationRecord record = new GenerationRecord(
                begun.id(),
                id,
                null,
                "demo",
                new UsageShare("anonymous", 1, 1),
                null,
                0,
                stats,
                errorKind == null ? "length" : "failed",
                errorKind,
                AT);
        export.ended(begun, record, new Route(null, null, Tape.EMPTY, List.of(), 0));
    }
}
