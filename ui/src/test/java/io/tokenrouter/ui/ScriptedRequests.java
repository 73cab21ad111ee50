package io.tokenrouter.ui;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Generations as the design draws them; names are full of markup where callers choose them. */
final class ScriptedRequests implements ConsoleRequests {

    static final String MARKUP = "<img src=x onerror=alert(1)>";

    @Override
    public Mono<Found> find(Filter filter) {
        Instant now = Instant.now();
        boolean none = "none".equals(filter.text());
        boolean away = "away".equals(filter.text());
        return Mono.just(new Found(
                "wrong".equals(filter.text()) ? "text must be shorter" : null,
                none ? List.of() : List.of(running("r-1", "in_step", "demo-large"), running("r-2", "queued", null)),
                none ? List.of() : List.of(ended("r-3", "stop", null, now), ended("r-4", "failed", "internal", now)),
                none ? null : "next",
                !away,
                List.of(new Caller("console", "playground"), new Caller("k2", MARKUP)),
                1_000,
                90));
    }

    @Override
    public Mono<Optional<Detail>> one(String id) {
        return Mono.just(
                switch (id) {
                    case "r-1" -> Optional.of(new Detail(running("r-1", "waiting", "demo-large"), 3.0, hops(), 0));
                    case "r-3" -> Optional.of(new Detail(ended("r-3", "stop", null, Instant.now()), 3.0, hops(), 40));
                    case "gone" ->
                        Optional.of(new Detail(ended("r-3", "cancelled", null, Instant.now()), null, null, 0));
                    case "alone-demo-small" -> Optional.of(alone("demo-small"));
                    case "alone-demo-large" -> Optional.of(alone("demo-large"));
                    default -> Optional.empty();
                });
    }

    @Override
    public Motion motion() {
        return new Motion(2, 2);
    }

    static RequestView running(String id, String state, @Nullable String at) {
        return view(id, state, at, null, null, "0000000900", Instant.now().minusSeconds(2));
    }

    static RequestView ended(String id, String outcome, @Nullable String errorKind, Instant at) {
        return view(id, outcome, null, errorKind, at, "00090000", at.minusSeconds(1));
    }

    /** Asked for without a pair. */
    private static Detail alone(String model) {
        Instant now = Instant.now();
        HopView hop = new HopView(model, 0, 37, 48, 0, 37, 0, 0, 1, 88, 1, 0, 2, 3, null);
        RequestView view = new RequestView(
                "alone",
                "chatcmpl-alone",
                model,
                null,
                null,
                null,
                null,
                "stop",
                null,
                null,
                43,
                0,
                Map.of(model, 37),
                Map.of(),
                0,
                0,
                now.minusSeconds(1),
                now,
                0.001,
                0.0022,
                0.0019,
                0.088,
                null);
        return new Detail(view, 1.0, List.of(hop), 0);
    }

    static List<HopView> hops() {
        return List.of(
                new HopView("demo-small", 0, 30, 72, 0, 28, 1, 0, 1, 41, 3, 0, 1.5, 4, null),
                new HopView("demo-large", 28, 1, 71, 28, 1, 0, 41, 44, 52, 3, 1, 6.5, 2, 1.62),
                new HopView("demo-small", 29, 51, 52, 1, 51, 0, 52, 52, 150, 0, 0, 0, 3, null));
    }

    private static RequestView view(
            String id,
            String state,
            @Nullable String at,
            @Nullable String errorKind,
            @Nullable Instant finished,
            String tape,
            Instant started) {
        return new RequestView(
                id,
                "chatcmpl-" + MARKUP + id,
                "demo",
                "demo-small",
                "demo-large",
                MARKUP,
                "hard-digits 3",
                state,
                at,
                errorKind,
                43,
                0,
                Map.of("demo-small", 79, "demo-large", 1),
                Map.of("demo-large", 28),
                1,
                2,
                started,
                finished,
                0.001,
                0.0022,
                0.0019,
                Duration.ofMillis(151).toNanos() / 1e9,
                tape);
    }
}
