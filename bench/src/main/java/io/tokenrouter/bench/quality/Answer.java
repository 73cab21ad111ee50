package io.tokenrouter.bench.quality;

import java.util.Map;

/**
 * What the server answered.
 *
 * @param finished whether the model ended it, not a limit
 * @param tokens generated tokens by writing model
 * @param switches how often the writer changed
 */
record Answer(String text, boolean finished, Map<String, Integer> tokens, int switches) {}
