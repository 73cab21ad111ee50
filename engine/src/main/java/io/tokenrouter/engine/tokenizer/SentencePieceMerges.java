package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The merges behind a SentencePiece vocabulary, which names only the results and their scores: every way to cut a piece in
 * two pieces of the vocabulary is a merge, as good as the score of the whole. SentencePiece joins the adjacent pair whose
 * whole scores best, the leftmost on a tie, so this order gives its result.
 *
 * <p>A piece of n characters can be n - 1 merges, so they are counted before any is made. Those of Gemma are some half a million.
 */
final class SentencePieceMerges {

    /** Characters of all merges together: they are written down for the library. */
    private static final int MOST_CHARACTERS = 1 << 25;

    private record Merge(String left, String right, int leftId, int rightId, float score) {}

    /** Takes the two parts of a piece. */
    private interface Sink {
        void take(String whole, String left, String right);
    }

    private static final class Count implements Sink {
        int merges;
        long characters;

        @Override
        public void take(String whole, String left, String right) {
            characters += whole.length();
            if (++merges > TokenizerJson.MOST_MERGES || characters > MOST_CHARACTERS) {
                throw new ModelFormatException("the pieces of tokenizer.ggml.tokens can be cut in two in more than "
                        + TokenizerJson.MOST_MERGES + " ways, or in ways of more than " + MOST_CHARACTERS
                        + " characters together; up to these are supported");
            }
        }
    }

    private SentencePieceMerges() {}

    /**
     * Pairs, best first. They are the strings of {@code ids}.
     *
     * @param ids the pieces that take part
     * @param scores by id
     * @throws ModelFormatException if there are too many
     */
    static List<List<String>> of(Map<String, Integer> ids, float[] scores) {
        PieceTable pieces = new PieceTable(ids.keySet());
        Count count = new Count();
        cut(pieces, count);
        List<Merge> merges = new ArrayList<>(count.merges);
        cut(
                pieces,
                (whole, left, right) ->
                        merges.add(new Merge(left, right, ids.get(left), ids.get(right), scores[ids.get(whole)])));
        merges.sort(Comparator.comparingDouble((Merge merge) -> -merge.score)
                .thenComparingInt(Merge::leftId)
                .thenComparingInt(Merge::rightId));
        List<List<String>> pairs = new ArrayList<>(merges.size());
        for (Merge merge : merges) {
            pairs.add(List.of(merge.left, merge.right));
        }
        return pairs;
    }

    private static void cut(PieceTable pieces, Sink sink) {
        PieceTable.Cuts cuts = pieces.cuts();
        for (String whole : pieces.all()) {
            cuts.of(whole);
            for (int at = 1; at < whole.length(); at++) {
                String left = cuts.before(at);
                String right = left == null ? null : cuts.from(at);
                if (left != null && right != null) {
                    sink.take(whole, left, right);
                }
            }
        }
    }
}
