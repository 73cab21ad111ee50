package io.tokenrouter.bench.demo;

/**
 * A prompt to answer greedily.
 *
 * @param prompt its ids
 * @param seed of the coins of the policy, if it throws any
 */
public record Question(int[] prompt, long seed) {}
