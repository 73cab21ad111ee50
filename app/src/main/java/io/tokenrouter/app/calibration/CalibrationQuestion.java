package io.tokenrouter.app.calibration;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.calibrate.Goal;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants a threshold for.
 *
 * @param policy name of a policy or a built-in algorithm; null for the draft, or the one that the pair follows
 * @param draft content that nobody saved yet; null for none
 */
public record CalibrationQuestion(
        String pair, @Nullable String policy, @Nullable PolicySpec draft, Goal goal) {}
