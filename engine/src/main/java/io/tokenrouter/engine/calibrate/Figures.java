package io.tokenrouter.engine.calibrate;

import org.jspecify.annotations.Nullable;

/**
 * What a threshold did on a part of the prompts.
 *
 * @param tokens of all answers
 * @param share of the tokens, written by the large model
 * @param recall of the positions where the large model would write another token, those at which it is asked, counted along the answers
 *     that it writes alone; null unless that was the goal
 * @param accuracy share of right answers; null where the prompts do not tell it
 * @param largeAccuracy the same of the large model alone; null unless that was the goal
 */
public record Figures(
        int requests,
        long tokens,
        Estimate share,
        @Nullable Estimate recall,
        @Nullable Estimate accuracy,
        @Nullable Estimate largeAccuracy) {}
