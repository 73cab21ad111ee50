package io.tokenrouter.ui;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One pair with both models side by side.
 *
 * @param state how it is drawn
 * @param roles ids of further models, by role
 * @param rows properties of both models
 * @param loads what is on its way, or where it stopped; empty where both are loaded or neither is to be
 * @param policies names that the pair can be given
 */
record PairPage(
        String id,
        StateLabel state,
        ServingState life,
        @Nullable String reason,
        String origin,
        boolean isOwn,
        long version,
        String small,
        String large,
        Map<String, String> roles,
        PolicyLabel policy,
        List<Row> rows,
        List<Load> loads,
        @Nullable Fit fit,
        @Nullable MeasuredQuality quality,
        @Nullable AccuracyPlot plot,
        List<PolicyDetail> policies) {

    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);

    /** A property of both; {@code compared} may be empty. */
    record Row(String name, String small, String large, String compared) {}

    /** A model on its way. */
    record Load(
            String id,
            String writer,
            StateLabel state,
            @Nullable String reason,
            String file,
            int done,
            int steps,
            List<Step> parts) {}

    /** A part of a load; {@code mark} is an icon, {@code tone} its colour. */
    record Step(
            String name,
            String icon,
            String tone,
            String label,
            String end,
            @Nullable String detail) {}

    /** Whether the models fit. */
    record Fit(
            boolean fits,
            String checked,
            List<Check> checks,
            @Nullable String firstDifference,
            List<PairDetail.TokenRow> around) {}

    /** One check as it is drawn. */
    record Check(String name, String icon, String tone, String label, String figure, String detail) {}

    /** @param batching null where the pair is not served */
    static PairPage of(PairDetail detail, List<PolicyDetail> policies, @Nullable PairBatching batching) {
        PairView pair = detail.pair();
        List<Load> loads = loads(detail);
        return new PairPage(
                pair.id(),
                state(pair.state(), loads),
                pair.state(),
                capitalised(pair.reason()),
                detail.origin(),
                !detail.origin().equals("in the box"),
                detail.version(),
                pair.smallId(),
                pair.largeId(),
                detail.roles(),
                PolicyLabel.of(pair.policy()),
                PairRows.of(detail.small(), detail.large(), batching),
                loads,
                fit(detail.fit()),
                pair.quality(),
                pair.quality() == null ? null : AccuracyPlot.of(pair.quality(), pair.policy()),
                policies);
    }

    private static StateLabel state(ServingState state, List<Load> loads) {
        StateLabel label = StateLabel.of(state);
        return state != ServingState.LOADING
                ? label
                : label.at(
                        loads.stream().mapToInt(Load::done).sum(),
                        loads.stream().mapToInt(Load::steps).sum());
    }

    /** It begins a sentence here. */
    private static @Nullable String capitalised(@Nullable String reason) {
        return reason == null || reason.isEmpty()
                ? reason
                : reason.substring(0, 1).toUpperCase(Locale.ROOT) + reason.substring(1);
    }

    public boolean isServing() {
        return life == ServingState.SERVING;
    }

    public boolean isLoading() {
        return life == ServingState.LOADING;
    }

    public boolean isDraining() {
        return life == ServingState.DRAINING;
    }

    public boolean isFailed() {
        return life == ServingState.FAILED;
    }

    public boolean isUnloaded() {
        return life == ServingState.UNLOADED;
    }

    private static List<Load> loads(PairDetail detail) {
        ServingState life = detail.pair().state();
        if (life != ServingState.LOADING && life != ServingState.FAILED) {
            return List.of();
        }
        List<Load> loads = new ArrayList<>();
        if (detail.small() != null) {
            loads.add(load(detail.small(), "small"));
        }
        if (detail.large() != null) {
            loads.add(load(detail.large(), "large"));
        }
        boolean isOfInterest = life == ServingState.LOADING
                || loads.stream().anyMatch(load -> load.state().word().equals("Failed"));
        return isOfInterest ? loads : List.of();
    }

    private static Load load(ModelDetail model, String writer) {
        boolean isLoading = model.model().state() == ServingState.LOADING;
        List<Step> parts = new ArrayList<>();
        int done = 0;
        for (ModelDetail.Step step : model.steps()) {
            boolean isOver = step.millis() != null;
            done += isOver ? 1 : 0;
            parts.add(new Step(
                    step.name(),
                    isOver ? "check" : isLoading ? "s-loading" : "x",
                    isOver ? "ok" : isLoading ? "" : "bad",
                    isOver ? "done" : isLoading ? "running" : "failed",
                    isOver ? step.millis() + " ms" : isLoading ? "running" : "stopped here",
                    step.detail()));
        }
        return new Load(
                model.model().id(),
                writer,
                StateLabel.ofModel(model.model().state()),
                model.model().reason(),
                model.model().fileName(),
                done,
                model.stepsInAll(),
                parts);
    }

    private static @Nullable Fit fit(PairDetail.@Nullable Fit fit) {
        if (fit == null) {
            return null;
        }
        return new Fit(
                fit.fits(),
                "Checked " + WHEN.format(fit.checkedAt().atZone(ZoneId.systemDefault())) + ", in " + fit.millis()
                        + " ms",
                fit.checks().stream().map(PairPage::check).toList(),
                fit.firstDifference() == null ? null : Figures.count(fit.firstDifference()),
                fit.around());
    }

    private static Check check(PairDetail.Check check) {
        return switch (check.verdict()) {
            case "passed" -> new Check(check.name(), "check", "ok", "passed", check.figure(), check.detail());
            case "note" -> new Check(check.name(), "warn", "warn", "note", check.figure(), check.detail());
            default -> new Check(check.name(), "x", "bad", "failed", check.figure(), check.detail());
        };
    }
}
