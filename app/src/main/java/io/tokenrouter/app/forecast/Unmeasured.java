package io.tokenrouter.app.forecast;

import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.Workload;
import java.util.ArrayList;
import java.util.List;

/** What a forecast has to guess, or leaves out: steps with more rows than any that was timed, and those of a third model. */
final class Unmeasured {

    private static final List<String> ROLES = List.of("small", "large");

    private Unmeasured() {}

    /**
     * Likewise, of models beside the two that a forecast knows.
     *
     * @param roles their names
     */
    static String leftOut(List<String> roles) {
        return roles.isEmpty()
                ? ""
                : "; the steps of " + String.join(", ", roles) + " are left out, so a pair that asks "
                        + (roles.size() == 1 ? "this model" : "these models") + " is slower";
    }

    /** In words that go on behind a sentence; empty where nothing is guessed. */
    static String words(Workload workload) {
        List<String> guessed = new ArrayList<>();
        for (int m = 0; m < ROLES.size(); m++) {
            ModelProfile model = workload.models().get(m);
            int known = model.stepTime().measuredRows();
            if (Math.min(workload.requests(), model.maxBatch()) > known) {
                guessed.add(
                        "more than " + known + (known == 1 ? " row" : " rows") + " of the " + ROLES.get(m) + " model");
            }
        }
        return guessed.isEmpty()
                ? ""
                : "; no steps of " + String.join(" or of ", guessed)
                        + " were timed, they are guessed from smaller ones";
    }
}
