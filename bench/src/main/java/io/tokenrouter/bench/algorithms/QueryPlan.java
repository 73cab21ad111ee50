package io.tokenrouter.bench.algorithms;

import io.tokenrouter.bench.demo.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Which answers go to the large model as a whole, so that it writes a wanted share of all tokens. */
final class QueryPlan {

    /** Shares that differ by a smaller factor are asked for once. */
    private static final double NEARLY = 1.12;

    private static final double ABOVE = 1e-3;

    private final double[] scores;
    private final List<Answer> small;
    private final List<Answer> large;

    /**
     * @param scores of each problem; the large model answers those at or above a threshold
     * @param small answers of the small model alone, in the same order
     * @param large answers of the large model alone
     */
    QueryPlan(double[] scores, List<Answer> small, List<Answer> large) {
        this.scores = scores.clone();
        this.small = small;
        this.large = large;
    }

    /** The threshold whose share of the large model is closest to the wanted one; never one that lies on a score. */
    double threshold(double share) {
        List<Integer> order = IntStream.range(0, scores.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> scores[i]).reversed())
                .toList();
        long largeTokens = 0;
        long smallTokens =
                small.stream().mapToLong(answer -> answer.ids().length).sum();
        double best = scores[order.getFirst()] + ABOVE;
        double error = share;
        for (int i = 0; i < order.size(); i++) {
            int problem = order.get(i);
            largeTokens += large.get(problem).ids().length;
            smallTokens -= small.get(problem).ids().length;
            double next = i + 1 < order.size() ? scores[order.get(i + 1)] : 0;
            double there = Math.abs((double) largeTokens / (largeTokens + smallTokens) - share);
            if (there < error && next < scores[problem]) {
                error = there;
                best = (scores[problem] + next) / 2;
            }
        }
        return best;
    }

    /** Shares of which none is nearly another one; neither none nor all, which a model alone has. */
    static List<Double> distinct(List<Double> shares) {
        List<Double> kept = new ArrayList<>();
        shares.stream().sorted().filter(share -> share > 0 && share < 1).forEach(share -> {
            if (kept.isEmpty() || share > NEARLY * kept.getLast()) {
                kept.add(share);
            }
        });
        return kept;
    }
}
