package io.tokenrouter.engine.api;

import java.util.List;
import java.util.Set;

/**
 * When a generation ends, beside the end tokens of its models.
 *
 * @param maxTokens most tokens to generate, at least 1
 * @param strings texts that end the answer; a match may begin in one token and end in another
 * @param tokenIds ids that end the answer like an end token
 * @param ignoreEos end tokens of the models do not end the answer (benchmarks)
 * @param minTokens so many tokens come before anything but {@code maxTokens} ends the answer, 0 to {@code maxTokens}. Ids that would end
 *     it are not drawn among them, and stop strings are looked for only behind them. A constraint wins: where only an end may follow, the
 *     answer ends
 */
public record StopCriteria(
        int maxTokens, List<String> strings, Set<Integer> tokenIds, boolean ignoreEos, int minTokens) {

    public StopCriteria {
        if (maxTokens < 1) {
            throw new IllegalArgumentException("max_tokens must be at least 1, not " + maxTokens);
        }
        strings = List.copyOf(strings);
        if (strings.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("a stop string must not be empty");
        }
        tokenIds = Set.copyOf(tokenIds);
        if (minTokens < 0 || minTokens > maxTokens) {
            throw new IllegalArgumentException(
                    "min_tokens must be from 0 to max_tokens, " + maxTokens + ", not " + minTokens);
        }
    }

    /** Without a least number of tokens. */
    public StopCriteria(int maxTokens, List<String> strings, Set<Integer> tokenIds, boolean ignoreEos) {
        this(maxTokens, strings, tokenIds, ignoreEos, 0);
    }

    /** Ends after {@code maxTokens} or at an end token. */
    public static StopCriteria maxTokens(int maxTokens) {
        return new StopCriteria(maxTokens, List.of(), Set.of(), false);
    }
}
