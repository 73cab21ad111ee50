package io.tokenrouter.ui;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the models of a pair form their batches, at this moment. Null is what is not known yet.
 *
 * @param pair id
 * @param sharedWith other pairs whose models are decided upon together with these: they have the same settings
 * @param device how steps of the models may run, for people
 * @param takesTurns true if no two steps run at once
 * @param mode {@code self-tuned} or {@code pinned}
 * @param version of the operators' newest decision; 0 if there is none
 * @param policy name of the rule in force, one of {@link #POLICIES}
 * @param options of a pinned rule by name; empty where the pair tunes itself
 * @param settings in force, in a few words
 * @param reason why these
 * @param measured whether step times and routing are known well enough to predict
 * @param now the load of the last seconds
 * @param models the small one, then the large one
 * @param loads what was measured at each load and what is predicted for it, the most requests first
 * @param changes of the settings, newest first
 */
public record PairBatching(
        String pair,
        List<String> sharedWith,
        String device,
        boolean takesTurns,
        String mode,
        long version,
        String policy,
        Map<String, Object> options,
        String settings,
        String reason,
        boolean measured,
        Now now,
        List<Model> models,
        List<Load> loads,
        List<Change> changes) {

    /** Names of all rules. */
    public static final List<String> POLICIES = List.of("greedy", "minimum-batch", "index-hold", "shared-threshold");

    public PairBatching {
        sharedWith = List.copyOf(sharedWith);
        options = Map.copyOf(options);
        models = List.copyOf(models);
        loads = List.copyOf(loads);
        changes = List.copyOf(changes);
    }

    /**
     * The load of this moment. Throughput counts tokens of answers.
     *
     * @param requests at work
     * @param largeShare share of the tokens that the large model writes, 0 to 1
     * @param measuredTokensPerSecond mean of the last ten seconds
     * @param predictedTokensPerSecond with the settings in force
     * @param greedyTokensPerSecond predicted for steps that never wait
     * @param p99GapMillis predicted: 99 of 100 steps of a request end at most so long after its step before
     * @param greedyP99GapMillis the same for steps that never wait
     */
    public record Now(
            int requests,
            @Nullable Double largeShare,
            @Nullable Double measuredTokensPerSecond,
            @Nullable Double predictedTokensPerSecond,
            @Nullable Double greedyTokensPerSecond,
            @Nullable Double p99GapMillis,
            @Nullable Double greedyP99GapMillis) {}

    /**
     * One model.
     *
     * @param model id
     * @param role {@code small} or {@code large}
     * @param title what it does, in three words
     * @param why it does so, a sentence or two with their figures
     * @param rule that decides when its steps begin
     * @param waiting rows that wait for a step
     * @param running rows in the step that runs
     * @param meanRows rows of a step since the start
     * @param stepsByRows steps since the start by their rows: 1, 2, 3 and 4, 5 to 8, and so on
     * @param meanHeldMillis how long a step's rows were held back on average, though the model could have begun
     * @param heldSeconds the same of all steps together
     * @param maxRows most rows of a step
     * @param guardMillis no row is held back for longer
     * @param stepMillis what a step takes, by its rows
     */
    public record Model(
            String model,
            String role,
            String title,
            String why,
            String rule,
            int waiting,
            int running,
            @Nullable Double meanRows,
            List<Long> stepsByRows,
            @Nullable Double meanHeldMillis,
            double heldSeconds,
            int maxRows,
            double guardMillis,
            List<StepTime> stepMillis) {

        public Model {
            stepsByRows = List.copyOf(stepsByRows);
            stepMillis = List.copyOf(stepMillis);
        }
    }

    /** What a step of so many rows takes. */
    public record StepTime(int rows, double millis) {}

    /**
     * A load that lasted for a while.
     *
     * @param seconds it was measured for
     */
    public record Load(
            int requests,
            @Nullable Double largeShare,
            String settings,
            @Nullable Double predictedTokensPerSecond,
            double measuredTokensPerSecond,
            double seconds) {}

    /**
     * A change of the settings.
     *
     * @param author {@code tuner} or {@code operator}
     * @param predictedGain of throughput, as a fraction
     */
    public record Change(
            Instant at,
            String author,
            String before,
            String after,
            String reason,
            @Nullable Double predictedGain) {}
}
