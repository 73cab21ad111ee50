package io.tokenrouter.bench.routing;

import java.util.List;

/**
 * What one measurement wrote.
 *
 * @param ids generated ids of every prompt, end token included, in the order of the prompts
 * @param largeTokens how many of them the large model wrote
 * @param seconds from the first request to the last end
 */
record Answers(List<int[]> ids, long largeTokens, double seconds) {

    long tokens() {
        return ids.stream().mapToLong(answer -> answer.length).sum();
    }

    double tokensPerSecond() {
        return tokens() / seconds;
    }

    double largeShare() {
        return (double) largeTokens / tokens();
    }
}
