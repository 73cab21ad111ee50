package io.tokenrouter.engine.calibrate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A threshold that was found, and what is known of it.
 *
 * @param predicted what it did on the prompts by which it was chosen
 * @param measured what it did on others; null if there were none
 * @param trials every threshold that was tried on the way, in order
 */
public record Calibration(
        double threshold, Figures predicted, @Nullable Figures measured, List<Trial> trials) {

    public Calibration {
        trials = List.copyOf(trials);
    }

    /** @param share of the tokens that the large model wrote with this threshold */
    public record Trial(double threshold, double share) {}
}
