package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.api.TextEncoder;
import java.util.Map;
import java.util.Set;

/**
 * What is known when a request begins.
 *
 * @param ids the prompt; read only
 * @param vocabularySize ids that may be sampled
 * @param seed the request's own; all its randomness is a function of (seed, position, purpose)
 * @param endIds ids behind which some model of the request writes nothing more
 * @param text ids of texts, for what models are asked beside the answer
 * @param capacity of each role that has a model: most ids that it can be shown at once, those of a side branch among them
 */
public record Prompt(
        int[] ids, int vocabularySize, long seed, Set<Integer> endIds, TextEncoder text, Map<Role, Integer> capacity) {}
