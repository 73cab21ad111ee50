package io.tokenrouter.ui;

import java.util.List;
import java.util.Map;

/** The demo pair, a chat model alone, and a pair that could not be loaded. */
final class ScriptedCatalog implements ConsoleCatalog {

    static final PolicyView UNCERTAINTY = new PolicyView(
            "hard-digits", 3, "uncertainty", Map.of("metric", "entropy", "enter", 0.2, "window", 1), "enter");

    private static final MeasuredQuality QUALITY = new MeasuredQuality(
            500,
            0.29,
            0.974,
            List.of(
                    new MeasuredQuality.Point(0.0036, 0.149, 0.974),
                    new MeasuredQuality.Point(0.0694, 0.05, 0.976),
                    new MeasuredQuality.Point(0.1712, 0.041, 0.974),
                    new MeasuredQuality.Point(0.4711, 0.032, 0.958),
                    new MeasuredQuality.Point(2.0423, 0.011, 0.564)),
            List.of(new MeasuredQuality.Chance(0.01, 0.292), new MeasuredQuality.Chance(0.05, 0.312)));

    @Override
    public List<PairView> pairs() {
        return List.of(
                new PairView(
                        "demo",
                        ServingState.SERVING,
                        null,
                        "demo-small",
                        "demo-large",
                        UNCERTAINTY,
                        512,
                        DemoExamples.NUMBER_STORIES,
                        QUALITY),
                new PairView(
                        "odd",
                        ServingState.FAILED,
                        "Vocabularies differ from id 3: <0x00> against [INST].",
                        "demo-small",
                        "smol",
                        UNCERTAINTY,
                        512,
                        List.of(),
                        null));
    }

    @Override
    public List<ModelView> models() {
        return List.of(
                model("demo-small", 139_584, 2, 64, 512, 512, "F16", 284_000),
                model("demo-large", 3_082_496, 4, 256, 512, 512, "F16", 6_180_000),
                model("smol", 134_515_008, 30, 576, 49_152, 8192, "Q4_1", 91_700_000));
    }

    @Override
    public List<PolicyView> policies() {
        return List.of(
                UNCERTAINTY,
                new PolicyView("fixed", 0, "fixed", Map.of("role", "large"), null),
                new PolicyView("random", 0, "random", Map.of("p", 0.1), "p"),
                new PolicyView("uncertainty", 0, "uncertainty", Map.of("metric", "entropy", "enter", 0.45), "enter"),
                new PolicyView("margin", 0, "uncertainty", Map.of("metric", "margin", "enter", 0.3), "enter"));
    }

    private static ModelView model(
            String id,
            long parameters,
            int layers,
            int hidden,
            int vocabulary,
            int context,
            String format,
            long bytes) {
        return new ModelView(
                id,
                ServingState.SERVING,
                null,
                "llama",
                id + ".gguf",
                bytes,
                format,
                parameters,
                layers,
                hidden,
                vocabulary,
                context);
    }
}
