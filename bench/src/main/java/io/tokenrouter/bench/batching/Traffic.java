package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.List;
import java.util.Locale;

/** What clients ask for: conversations whose every prompt is all that was said so far and some new ids. */
enum Traffic {
    /** Long answers to short prompts. */
    REASONING(64, 0, 1000, 1),
    /** An agent's turns: what tools say makes the prompt grow, answers are short. */
    AGENT(256, 128, 48, 6);

    /** Ids that a turn finds in the prefix cache end with a whole block; in the mean half a block is run again. */
    private static final double LOST_TO_BLOCKS = 8;

    private final int firstPrompt;
    private final int newIds;
    private final int answer;
    private final int turns;

    Traffic(int firstPrompt, int newIds, int answer, int turns) {
        this.firstPrompt = firstPrompt;
        this.newIds = newIds;
        this.answer = answer;
        this.turns = turns;
    }

    /** Ids of the first prompt of a conversation. */
    int firstPrompt() {
        return firstPrompt;
    }

    /** Ids that every further prompt adds. */
    int newIds() {
        return newIds;
    }

    /** Tokens of every answer. */
    int answer() {
        return answer;
    }

    /** Answers of a conversation. */
    int turns() {
        return turns;
    }

    /** Most ids of a conversation. */
    int context() {
        return firstPrompt + (turns - 1) * newIds + turns * answer + 1;
    }

    /** As rows and options name it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Ids of prompts that a model runs for each answer, in the mean over a conversation. */
    double promptIdsPerAnswer() {
        return (firstPrompt + (turns - 1) * (newIds + LOST_TO_BLOCKS)) / turns;
    }

    /**
     * Profiles in which every row bears its part of what the prompts cost in the mean: a throughput model knows requests that write
     * for ever, and what they catch up with.
     *
     * @param share of the tokens that the large model writes, above 0
     */
    List<ModelProfile> loaded(List<ModelProfile> models, double share) {
        double each = promptIdsPerAnswer() / answer;
        return List.of(loaded(models.getFirst(), each), loaded(models.getLast(), each / share));
    }

    private static ModelProfile loaded(ModelProfile model, double extraPerRow) {
        double each = model.nanosPerCatchUpToken() * extraPerRow;
        StepTimeCurve bare = model.stepTime();
        return ModelProfile.of(StepTimeCurve.of(bare.maxBatch(), rows -> bare.nanos(rows) + each * rows))
                .withCatchUp(model.nanosPerCatchUpToken())
                .withNoise(model.noise());
    }
}
