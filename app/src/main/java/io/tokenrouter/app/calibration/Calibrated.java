package io.tokenrouter.app.calibration;

import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.calibrate.Calibration;

/**
 * A threshold that was found.
 *
 * @param policy whose threshold it is, as it was then
 * @param option of its algorithm that the threshold is
 * @param proposed the policy's content with the threshold in it
 */
public record Calibrated(ServedPolicy policy, String option, PolicySpec proposed, Calibration calibration) {}
