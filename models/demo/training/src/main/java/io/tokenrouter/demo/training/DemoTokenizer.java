package io.tokenrouter.demo.training;

import io.tokenrouter.demo.Problem;
import io.tokenrouter.demo.TrainingStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The byte-level BPE tokenizer of both models: five control tokens, 256 bytes, 251 merges. The serving engine does not use
 * this class, it reads the vocabulary from the GGUF files; a test holds the two to the same ids.
 */
final class DemoTokenizer {

    static final int PAD = 0;
    static final int END = 1;
    static final int USER = 3;
    static final int ASSISTANT = 4;

    /** Control tokens by id. */
    static final List<String> CONTROL = List.of("<|pad|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>");

    static final int SIZE = 512;

    private static final long CORPUS_SEED = 4242;
    private static final int CORPUS_STORIES = 4000;

    private final List<String> tokens;
    private final List<Merge> merges;
    private final Map<String, Integer> ids = new HashMap<>();
    private final Map<Merge, Integer> ranks = new HashMap<>();
    private final Map<String, int[]> knownWords = new HashMap<>();

    /** Two neighbouring pieces that become one. */
    record Merge(String left, String right) {

        String joined() {
            return left + right;
        }
    }

    private DemoTokenizer(List<Merge> merges) {
        this.merges = List.copyOf(merges);
        List<String> all = new ArrayList<>(CONTROL);
        all.addAll(ByteAlphabet.letters());
        for (Merge merge : merges) {
            ranks.put(merge, ranks.size());
            all.add(merge.joined());
        }
        tokens = List.copyOf(all);
        for (String token : tokens) {
            ids.put(token, ids.size());
        }
    }

    /** Learns the shipped tokenizer anew, always the same. */
    static DemoTokenizer train() {
        TrainingStream stream = new TrainingStream(CORPUS_SEED);
        List<String> corpus = new ArrayList<>();
        for (int i = 0; i < CORPUS_STORIES; i++) {
            Problem problem = stream.nextStory();
            corpus.add(problem.prompt());
            corpus.add(problem.answer());
        }
        int mergeCount = SIZE - CONTROL.size() - ByteAlphabet.letters().size();
        return new DemoTokenizer(new MergeLearner(corpus).learn(mergeCount));
    }

    /** Every token's spelling, by id. */
    List<String> tokens() {
        return tokens;
    }

    /** By rank, first come first. */
    List<Merge> merges() {
        return merges;
    }

    /** Ids of plain text; control tokens in it are not recognised. */
    int[] encode(String text) {
        IntStream.Builder encoded = IntStream.builder();
        for (String word : PreTokenizer.words(text)) {
            for (int id : knownWords.computeIfAbsent(word, this::encodeWord)) {
                encoded.add(id);
            }
        }
        return encoded.build().toArray();
    }

    private int[] encodeWord(String word) {
        List<String> pieces = Pieces.of(ByteAlphabet.spell(word));
        for (Merge best = bestMerge(pieces); best != null; best = bestMerge(pieces)) {
            Pieces.merge(pieces, best);
        }
        return pieces.stream().mapToInt(ids::get).toArray();
    }

    private @Nullable Merge bestMerge(List<String> pieces) {
        Merge best = null;
        int bestRank = Integer.MAX_VALUE;
        for (int i = 0; i + 1 < pieces.size(); i++) {
            Merge candidate = new Merge(pieces.get(i), pieces.get(i + 1));
            int rank = ranks.getOrDefault(candidate, Integer.MAX_VALUE);
            if (rank < bestRank) {
                best = candidate;
                bestRank = rank;
            }
        }
        return best;
    }

    /** The text of ids, control tokens included. */
    String decode(int[] encoded) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int id : encoded) {
            if (id < CONTROL.size()) {
                bytes.writeBytes(CONTROL.get(id).getBytes(StandardCharsets.UTF_8));
            } else {
                ByteAlphabet.unspell(tokens.get(id), bytes);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
