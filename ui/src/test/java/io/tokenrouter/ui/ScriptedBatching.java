package io.tokenrouter.ui;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Batching of the demo pair as measured, and of a pair that has had no request yet. */
final class ScriptedBatching implements ConsoleBatching {

    private volatile PairBatching measured = demo("self-tuned", 3, "shared-threshold", Map.of(), "large from 9");

    @Override
    public List<PairBatching> pairs() {
        return List.of(measured, unmeasured());
    }

    /** As an operator decided it. */
    PairBatching decide(String mode, String policy, Map<String, Object> options, String settings) {
        measured = demo(mode, measured.version() + 1, policy, options, settings);
        return measured;
    }

    private static PairBatching demo(
            String mode, long version, String policy, Map<String, Object> options, String settings) {
        return new PairBatching(
                "demo",
                List.of("mine"),
                "one for both, one step at a time",
                true,
                mode,
                version,
                policy,
                options,
                settings,
                "letting 9 come together gains 1.9 times <b>",
                true,
                new PairBatching.Now(16, 0.2, 1064.0, 1065.0, 1043.0, 63.8, 53.7),
                List.of(
                        model("demo-small", "small", "Starts at once", List.of(40L, 90L, 300L, 520L, 50L), 7.2, 6.3),
                        model("demo-large", "large", "Waits for company", List.of(0L, 0L, 0L, 610L, 390L), 8.8, 27.7)),
                List.of(
                        new PairBatching.Load(16, 0.2, "large from 9", 1065.0, 1064.0, 240),
                        new PairBatching.Load(4, null, "greedy", null, 271.0, 31)),
                List.of(new PairBatching.Change(
                        Instant.parse("2026-11-30T13:43:00Z"),
                        "tuner",
                        "greedy",
                        "large from 9",
                        "more requests",
                        0.021)));
    }

    private static PairBatching.Model model(
            String id, String role, String title, List<Long> stepsByRows, double meanRows, double millis) {
        return new PairBatching.Model(
                id,
                role,
                title,
                "A step takes " + millis + " ms whether 4 or 12 requests ride along.",
                "runs when 9 requests wait for it",
                3,
                8,
                meanRows,
                stepsByRows,
                1.4,
                12.5,
                64,
                2 * millis,
                List.of(new PairBatching.StepTime(1, millis), new PairBatching.StepTime(64, millis + 0.3)));
    }

    private static PairBatching unmeasured() {
        PairBatching.Model small = new PairBatching.Model(
                "a",
                "small",
                "Starts at once",
                "Nothing is measured yet.",
                "starts at once",
                0,
                0,
                null,
                List.of(),
                null,
                0,
                64,
                250,
                List.of());
        return new PairBatching(
                "fresh",
                List.of(),
                "a device each",
                false,
                "self-tuned",
                0,
                "greedy",
                Map.of(),
                "greedy",
                "not measured yet",
                false,
                new PairBatching.Now(0, null, null, null, null, null, null),
                List.of(
                        small,
                        new PairBatching.Model(
                                "b",
                                "large",
                                "Starts at once",
                                "Nothing is measured yet.",
                                "starts at once",
                                0,
                                0,
                                null,
                                List.of(),
                                null,
                                0,
                                64,
                                250,
                                List.of())),
                List.of(),
                List.of());
    }
}
