package io.tokenrouter.demo.training;

import java.util.ArrayList;
import java.util.List;

/** A word while byte-pair merges join its pieces. */
final class Pieces {

    private Pieces() {}

    /** One piece per character. */
    static List<String> of(String spelled) {
        List<String> pieces = new ArrayList<>(spelled.length());
        for (int i = 0; i < spelled.length(); i++) {
            pieces.add(spelled.substring(i, i + 1));
        }
        return pieces;
    }

    /** Joins every occurrence of the pair, from left to right. */
    static void merge(List<String> pieces, DemoTokenizer.Merge merge) {
        for (int i = 0; i + 1 < pieces.size(); i++) {
            if (pieces.get(i).equals(merge.left()) && pieces.get(i + 1).equals(merge.right())) {
                pieces.set(i, merge.joined());
                pieces.remove(i + 1);
            }
        }
    }
}
