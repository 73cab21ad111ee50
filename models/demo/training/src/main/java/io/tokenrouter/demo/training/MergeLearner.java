package io.tokenrouter.demo.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Byte-pair encoding's learner: again and again the most frequent pair of neighbours in the corpus becomes a merge. Of
 * equally frequent pairs the first in the order of {@code left + " " + right} wins, so the result depends on the corpus alone.
 */
final class MergeLearner {

    private record Word(List<String> pieces, int count) {}

    private final List<Word> words = new ArrayList<>();

    MergeLearner(List<String> corpus) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String text : corpus) {
            for (String word : PreTokenizer.words(text)) {
                counts.merge(ByteAlphabet.spell(word), 1, Integer::sum);
            }
        }
        counts.forEach((word, count) -> words.add(new Word(Pieces.of(word), count)));
    }

    /** At most {@code limit} merges; fewer once no pair occurs twice. */
    List<DemoTokenizer.Merge> learn(int limit) {
        List<DemoTokenizer.Merge> merges = new ArrayList<>();
        while (merges.size() < limit) {
            DemoTokenizer.Merge best = mostFrequent();
            if (best == null) {
                break;
            }
            merges.add(best);
            words.forEach(word -> Pieces.merge(word.pieces(), best));
        }
        return merges;
    }

    private DemoTokenizer.@Nullable Merge mostFrequent() {
        // Spelled pieces hold no space, so a space separates the two without doubt.
        Map<String, Integer> pairs = new TreeMap<>();
        for (Word word : words) {
            List<String> pieces = word.pieces();
            for (int i = 0; i + 1 < pieces.size(); i++) {
                pairs.merge(pieces.get(i) + " " + pieces.get(i + 1), word.count(), Integer::sum);
            }
        }
        String best = null;
        int highest = 1;
        for (Map.Entry<String, Integer> pair : pairs.entrySet()) {
            if (pair.getValue() > highest) {
                highest = pair.getValue();
                best = pair.getKey();
            }
        }
        if (best == null) {
            return null;
        }
        String[] both = best.split(" ");
        return new DemoTokenizer.Merge(both[0], both[1]);
    }
}
