package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.GgufMetadata;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tokenizer of a GGUF file as its {@code tokenizer.ggml.*} keys describe it, checked for consistency.
 *
 * @param model {@code gpt2}: byte pair encoding over bytes; {@code llama}: SentencePiece's, over characters
 * @param preTokenizer name of the rule that splits text into words; of byte-level vocabularies alone
 * @param pieces spelling of every id up to the last that is used; empty for padding
 * @param types one for every id
 * @param merges pairs joined by a space, best first; empty where {@code scores} decide
 * @param scores one for every id, larger is better; empty where {@code merges} decide
 * @param beginId put in front of a text if {@code addBegin}; -1 if the file names none
 * @param unknownId -1 if the file names none
 * @param declaredEndIds ids that the file itself calls an end
 * @param addSpacePrefix whether a word that begins a text is spelled like one after a space
 */
record GgufVocabulary(
        PieceSpelling model,
        String preTokenizer,
        List<String> pieces,
        List<TokenType> types,
        List<String> merges,
        float[] scores,
        int beginId,
        int unknownId,
        Set<Integer> declaredEndIds,
        boolean addBegin,
        boolean addSpacePrefix) {

    static final int NONE = -1;

    private static final String PREFIX = "tokenizer.ggml.";

    /** @throws ModelFormatException if the file has no tokenizer of a supported kind, naming the key at fault */
    static GgufVocabulary read(GgufMetadata metadata) {
        PieceSpelling model = model(metadata.string(PREFIX + "model"));
        List<String> pieces = new ArrayList<>(metadata.strings(PREFIX + "tokens"));
        if (pieces.isEmpty()) {
            throw new ModelFormatException("tokenizer.ggml.tokens is empty");
        }
        List<TokenType> types = types(metadata, pieces.size());
        emptyPadding(pieces, types);
        Set<Integer> ends = new TreeSet<>();
        for (String key : List.of("eos_token_id", "eot_token_id", "eom_token_id")) {
            int id = id(metadata, key, pieces.size());
            if (id != NONE) {
                ends.add(id);
            }
        }
        int begin = id(metadata, "bos_token_id", pieces.size());
        int unknown = id(metadata, "unknown_token_id", pieces.size());
        float[] scores = metadata.has(PREFIX + "scores") ? scores(metadata, pieces.size()) : new float[0];
        Set<Integer> named = new TreeSet<>(ends);
        named.add(begin);
        named.add(unknown);
        int size = withoutTrailing(types, named);
        String preTokenizer = metadata.string(PREFIX + "pre", "default");
        boolean addBeginUnlessTold = model == PieceSpelling.SENTENCE_PIECE || preTokenizer.equals("llama-bpe");
        return new GgufVocabulary(
                model,
                preTokenizer,
                List.copyOf(pieces.subList(0, size)),
                List.copyOf(types.subList(0, size)),
                metadata.has(PREFIX + "merges") ? List.copyOf(metadata.strings(PREFIX + "merges")) : List.of(),
                Arrays.copyOf(scores, Math.min(scores.length, size)),
                begin,
                unknown,
                Set.copyOf(ends),
                metadata.flag(PREFIX + "add_bos_token", addBeginUnlessTold),
                metadata.flag(PREFIX + "add_space_prefix", model == PieceSpelling.SENTENCE_PIECE));
    }

    private static PieceSpelling model(String name) {
        return switch (name) {
            case "gpt2" -> PieceSpelling.BYTE_LEVEL;
            case "llama" -> PieceSpelling.SENTENCE_PIECE;
            default ->
                throw new ModelFormatException("the tokenizer model \"" + Untrusted.name(name)
                        + "\" is not supported; \"gpt2\" and \"llama\" are");
        };
    }

    private static List<TokenType> types(GgufMetadata metadata, int size) {
        int[] numbers = metadata.integers(PREFIX + "token_type");
        checkLength("token_type", numbers.length, size);
        List<TokenType> types = new ArrayList<>(size);
        for (int id = 0; id < size; id++) {
            TokenType type = TokenType.of(numbers[id]);
            if (type == null) {
                throw new ModelFormatException(
                        "tokenizer.ggml.token_type of token id " + id + " is " + numbers[id] + "; 1 to 6 are known");
            }
            types.add(type);
        }
        return types;
    }

    /**
     * llama.cpp's converter fills the list up to the rows of the embedding, which differ between models of one vocabulary, and gaps in
     * it. Its older files call these tokens user-defined.
     */
    private static void emptyPadding(List<String> pieces, List<TokenType> types) {
        for (int id = 0; id < pieces.size(); id++) {
            if (pieces.get(id).equals("[PAD" + id + "]")
                    && (types.get(id) == TokenType.UNUSED || types.get(id) == TokenType.USER_DEFINED)) {
                pieces.set(id, "");
                types.set(id, TokenType.UNUSED);
            }
        }
    }

    /** The ids from 0 to the last one that stands for something. */
    private static int withoutTrailing(List<TokenType> types, Set<Integer> named) {
        int size = types.size();
        while (size > 1 && types.get(size - 1) == TokenType.UNUSED && !named.contains(size - 1)) {
            size--;
        }
        return size;
    }

    private static float[] scores(GgufMetadata metadata, int size) {
        float[] scores = metadata.numbers(PREFIX + "scores");
        checkLength("scores", scores.length, size);
        return scores;
    }

    private static void checkLength(String key, int length, int tokens) {
        if (length != tokens) {
            throw new ModelFormatException(
                    PREFIX + key + " has " + length + " entries, but there are " + tokens + " tokens");
        }
    }

    private static int id(GgufMetadata metadata, String key, int size) {
        return metadata.integer(PREFIX + key, 0, size - 1, NONE);
    }
}
