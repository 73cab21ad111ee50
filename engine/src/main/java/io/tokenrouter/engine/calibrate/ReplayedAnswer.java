package io.tokenrouter.engine.calibrate;

import org.jspecify.annotations.Nullable;

/**
 * What came of one prompt.
 *
 * @param ids of the answer, the end token included
 * @param ended whether it came to its own end; false where a limit cut it off
 * @param largeTokens how many of them the large model wrote
 * @param scored null where no rule was given to score positions by
 */
record ReplayedAnswer(
        int[] ids, boolean ended, int largeTokens, @Nullable ScoredRequest scored) {}
