package io.tokenrouter.bench.demo;

/**
 * One answer.
 *
 * @param ids generated ids, the end token included
 * @param largeTokens how many of them the large model wrote
 * @param agreed tokens that both models proposed
 * @param switches how often the writer changed
 * @param ended whether it came to its own end; false where a limit cut it off
 */
public record Answer(int[] ids, int largeTokens, int agreed, int switches, boolean ended) {}
