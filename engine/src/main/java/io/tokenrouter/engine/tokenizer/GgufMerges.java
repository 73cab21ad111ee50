package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.GgufMetadata;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code tokenizer.ggml.merges}, by which byte-level vocabularies join pieces. */
final class GgufMerges {

    private static final String KEY = "tokenizer.ggml.merges";

    private GgufMerges() {}

    /**
     * @param ids pieces that take part
     * @param hidden pieces that do not: what makes or uses one of them is left out
     * @return pairs, best first
     * @throws ModelFormatException if there are none or too many, or one is no pair of pieces that make a piece
     */
    static List<List<String>> read(GgufMetadata metadata, Map<String, Integer> ids, Set<String> hidden) {
        if (!metadata.has(KEY) || metadata.count(KEY) == 0) {
            throw new ModelFormatException("the file has no " + KEY);
        }
        if (metadata.count(KEY) > TokenizerJson.MOST_MERGES) {
            throw new ModelFormatException(KEY + " has " + metadata.count(KEY) + " entries; up to "
                    + TokenizerJson.MOST_MERGES + " are supported");
        }
        List<List<String>> pairs = new ArrayList<>(metadata.count(KEY));
        for (String merge : metadata.strings(KEY)) {
            // the first piece may itself begin with a space
            int space = merge.indexOf(' ', 1);
            if (space < 0) {
                throw new ModelFormatException(KEY + " has \"" + Untrusted.name(merge) + "\", which is not a pair");
            }
            List<String> pair = List.of(merge.substring(0, space), merge.substring(space + 1));
            if (takesPart(pair, merge, ids, hidden)) {
                pairs.add(pair);
            }
        }
        return List.copyOf(pairs);
    }

    private static boolean takesPart(List<String> pair, String merge, Map<String, Integer> ids, Set<String> hidden) {
        for (String piece : List.of(pair.getFirst(), pair.getLast(), pair.getFirst() + pair.getLast())) {
            if (!ids.containsKey(piece) && hidden.contains(piece)) {
                return false;
            }
            if (!ids.containsKey(piece)) {
                throw new ModelFormatException(KEY + " has \"" + Untrusted.name(merge) + "\", but \""
                        + Untrusted.name(piece) + "\" is no token");
            }
        }
        return true;
    }
}
