package io.tokenrouter.engine.tokenizer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The merges behind a SentencePiece vocabulary, which names only the results and their scores: every way to cut a piece in
 * two pieces of the vocabulary is a merge, as good as the score of the whole. SentencePiece joins the adjacent pair whose
 * whole scores best, the leftmost on a tie, so this order gives its result.
 */
final class SentencePieceMerges {

    /** Longer pieces are of the vocabulary, but not made by merging; keeps a hostile file from costing quadratic time. */
    private static final int MAX_LENGTH = 256;

    private record Merge(String left, String right, float score) {}

    private SentencePieceMerges() {}

    /** Pairs, best first. {@code ids} has the pieces that take part. */
    static List<List<String>> of(Map<String, Integer> ids, float[] scores) {
        List<Merge> merges = new ArrayList<>();
        ids.forEach((piece, id) -> {
            int longest = Math.min(piece.length(), MAX_LENGTH);
            for (int cut = 1; cut < longest && piece.length() <= MAX_LENGTH; cut++) {
                String left = piece.substring(0, cut);
                String right = piece.substring(cut);
                if (ids.containsKey(left) && ids.containsKey(right)) {
                    merges.add(new Merge(left, right, scores[id]));
                }
            }
        });
        merges.sort(Comparator.comparingDouble((Merge merge) -> -merge.score)
                .thenComparing(merge -> ids.get(merge.left))
                .thenComparing(merge -> ids.get(merge.right)));
        List<List<String>> pairs = new ArrayList<>(merges.size());
        for (Merge merge : merges) {
            pairs.add(List.of(merge.left, merge.right));
        }
        return pairs;
    }
}
