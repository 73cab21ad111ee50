package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.model.ModelFormatException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SentencePieceMergesTest {

    @Test
    void areAllWaysToCutAPieceInTwoBestFirst() {
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            Map<String, Integer> ids = new LinkedHashMap<>();
            for (int i = 0; i < 40; i++) {
                StringBuilder piece = new StringBuilder();
                for (int length = random.nextInt(6); length >= 0; length--) {
                    piece.append("ab▁".charAt(random.nextInt(3)));
                }
                ids.putIfAbsent(piece.toString(), ids.size());
            }
            float[] scores = new float[ids.size()];
            for (int id = 0; id < scores.length; id++) {
                scores[id] = random.nextInt(8);
            }
            assertThat(SentencePieceMerges.of(ids, scores)).isEqualTo(naive(ids, scores));
        }
    }

    private static List<List<String>> naive(Map<String, Integer> ids, float[] scores) {
        List<List<String>> pairs = new ArrayList<>();
        for (String left : ids.keySet()) {
            for (String right : ids.keySet()) {
                if (ids.containsKey(left + right)) {
                    pairs.add(List.of(left, right));
                }
            }
        }
        pairs.sort(Comparator.<List<String>>comparingDouble(pair -> -scores[ids.get(pair.get(0) + pair.get(1))])
                .thenComparing(pair -> ids.get(pair.get(0)))
                .thenComparing(pair -> ids.get(pair.get(1))));
        return pairs;
    }

    /** Two megabytes of pieces that are 1.3 million merges of 200 million characters. */
    @Test
    void tooManyAreRefusedBeforeOneIsMade() {
        Map<String, Integer> ids = new LinkedHashMap<>();
        for (char letter = 'A'; letter < 'A' + 40; letter++) {
            for (int length = 1; length <= 256; length++) {
                ids.put(Character.toString(letter).repeat(length), ids.size());
            }
        }
        float[] scores = new float[ids.size()];
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> SentencePieceMerges.of(ids, scores))
                .withMessageContaining("up to these are supported");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8 << 20);
    }

    /** Longer ones are words of the vocabulary that no merge leads to. */
    @Test
    void veryLongPiecesAreNotMade() {
        Map<String, Integer> ids = Map.of("a", 0, "a".repeat(256), 1, "a".repeat(257), 2);
        assertThat(SentencePieceMerges.of(ids, new float[3])).isEmpty();
    }
}
