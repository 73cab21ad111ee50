package io.tokenrouter.app.calibration;

import org.jspecify.annotations.Nullable;

/**
 * A user's message to replay.
 *
 * @param answer with what the last line of a right answer ends; null where nothing is known of it
 */
public record CalibrationPrompt(String prompt, @Nullable String answer) {}
