package io.tokenrouter.train.labels;

import io.tokenrouter.engine.routing.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The small model's step at every position of an answer that the large one wrote. Complete when the request has ended. */
public final class Trajectory {

    private final List<Step> steps = new ArrayList<>();
    private @Nullable Step newest;

    Trajectory() {}

    /** In the order of the answer; one for each of its ids. */
    public List<Step> steps() {
        return List.copyOf(steps);
    }

    boolean isAsked() {
        return newest != null;
    }

    void small(Step step) {
        newest = step;
    }

    void written() {
        if (newest != null) {
            steps.add(newest);
            newest = null;
        }
    }
}
