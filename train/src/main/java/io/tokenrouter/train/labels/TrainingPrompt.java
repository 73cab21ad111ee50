package io.tokenrouter.train.labels;

import org.jspecify.annotations.Nullable;

/**
 * A user's message.
 *
 * @param answer with what the last line of a right answer ends; null where nothing is known of it
 */
public record TrainingPrompt(String prompt, @Nullable String answer) {}
