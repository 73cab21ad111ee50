package io.tokenrouter.ui;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The admin API as far as the page of throughput needs it. Waves that are made up, with a gap in the middle. */
@RestController
class ScriptedHistory {

    private static final int POINTS = 360;

    @GetMapping("/api/admin/throughput")
    Map<String, Object> throughput(
            @RequestParam Instant from,
            @RequestParam(defaultValue = "0") int step,
            @RequestParam(defaultValue = "demo,demo-small,demo-large") List<String> model) {
        long begin = from.getEpochSecond();
        long length = Math.max(10, System.currentTimeMillis() / 1000 - begin);
        int each = step > 0 ? step : (int) Math.max(10, length / POINTS / 10 * 10);
        List<Long> at = LongStream.iterate(begin / each * each, time -> time < begin + length, time -> time + each)
                .boxed()
                .toList();
        String target = model.getFirst();
        List<String> writers = model.size() == 1 ? model : model.subList(1, model.size());
        List<Map<String, Object>> models =
                writers.stream().map(id -> model(id, at)).toList();
        return Map.of(
                "from",
                from,
                "to",
                Instant.ofEpochSecond(begin + length),
                "step",
                each,
                "resolution",
                10,
                "stored",
                true,
                "at",
                at,
                "models",
                models,
                "targets",
                List.of(target(target, writers, at)));
    }

    private static Map<String, Object> model(String id, List<Long> at) {
        return Map.of(
                "model",
                id,
                "series",
                Map.of(
                        "tokens_per_second", wave(at, 800, 90),
                        "rows_per_step", wave(at, 7, 2),
                        "held_millis", wave(at, 4, 3),
                        "step_millis", wave(at, 6, 0.2),
                        "waiting_rows", wave(at, 1, 1),
                        "kv_usage", wave(at, 0.4, 0.2)),
                "totals",
                Map.ofEntries(
                        Map.entry("written_tokens", 720_000),
                        Map.entry("rows_per_step", 7.2),
                        Map.entry("steps", 485_109),
                        Map.entry("step_millis_p50", 6.3),
                        Map.entry("held_millis", 0.5),
                        Map.entry("busy", 0.87),
                        Map.entry("catch_up_tokens", 68_940),
                        Map.entry("discarded_tokens", 6_894),
                        Map.entry("steps_by_rows", List.of(9, 30, 80, 120, 10)),
                        Map.entry("held_by_octave", List.of(840, 0, 0, 0, 20, 90, 30))));
    }

    private static Map<String, Object> target(String id, List<String> writers, List<Long> at) {
        Map<String, Object> percentiles =
                Map.of("p50", wave(at, 92, 9), "p95", wave(at, 184, 9), "p99", wave(at, 311, 20));
        Map<String, Object> three = Map.of("p50", 92, "p95", 184, "p99", 311);
        return Map.of(
                "target",
                id,
                "small",
                writers.getFirst(),
                "large",
                writers.getLast(),
                "series",
                Map.of(
                        "tokens_per_second",
                                Map.of(writers.getFirst(), wave(at, 850, 80), writers.getLast(), wave(at, 210, 20)),
                        "large_share", wave(at, 0.2, 0.02),
                        "running", wave(at, 16, 4),
                        "waiting", wave(at, 1, 1),
                        "first_token_millis", percentiles,
                        "between_tokens_millis", percentiles),
                "totals",
                Map.of(
                        "seconds", 3_400,
                        "tokens", Map.of(writers.getFirst(), 2_794_218, writers.getLast(), 689_402),
                        "ended", 21_400,
                        "failed", 0,
                        "cancelled", 12,
                        "first_token_millis", three,
                        "between_tokens_millis", three));
    }

    private static List<@Nullable Double> wave(List<Long> at, double middle, double height) {
        DoubleUnaryOperator value = time -> middle + height * Math.sin(time / 300);
        List<@Nullable Double> values = new ArrayList<>();
        for (int i = 0; i < at.size(); i++) {
            boolean gap = at.size() > 40 && i > at.size() / 3 && i < at.size() / 3 + 12;
            values.add(gap ? null : (Double) value.applyAsDouble(at.get(i)));
        }
        return values;
    }
}
