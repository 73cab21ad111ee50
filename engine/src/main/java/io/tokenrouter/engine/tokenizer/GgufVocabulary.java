package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.GgufMetadata;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The tokenizer of a GGUF file as its {@code tokenizer.ggml.*} keys describe it, checked for consistency.
 *
 * @param architecture of the model, for what no key says; empty if the file does not name it
 * @param model {@code gpt2}: byte pair encoding over bytes; {@code llama}: SentencePiece's, over characters
 * @param preTokenizer the rule that splits text into words; null where pieces are SentencePiece's
 * @param pieces spelling of every id up to the last that is used; empty for padding
 * @param types one for every id
 * @param merges pairs, best first
 * @param beginId put in front of a text if {@code addBegin}; -1 if the file names none
 * @param unknownId -1 if the file names none
 * @param declaredEndIds ids that the file itself calls an end
 * @param addSpacePrefix whether a word that begins a text is spelled like one after a space
 */
record GgufVocabulary(
        String architecture,
        PieceSpelling model,
        @Nullable PreTokenizer preTokenizer,
        List<String> pieces,
        List<TokenType> types,
        List<List<String>> merges,
        int beginId,
        int unknownId,
        Set<Integer> declaredEndIds,
        boolean addBegin,
        boolean addSpacePrefix) {

    static final int NONE = -1;

    private static final String PREFIX = "tokenizer.ggml.";

    /** What converters have called tokens that stand for nothing. */
    private static final Set<TokenType> PADDING_TYPES =
            EnumSet.of(TokenType.UNUSED, TokenType.USER_DEFINED, TokenType.UNKNOWN);

    /** @throws ModelFormatException if the file has no tokenizer of a supported kind, naming the key at fault */
    static GgufVocabulary read(GgufMetadata metadata) {
        PieceSpelling model = model(metadata.string(PREFIX + "model"));
        boolean bytes = model == PieceSpelling.BYTE_LEVEL;
        List<String> pieces = pieces(metadata);
        List<TokenType> types = types(metadata, pieces.size());
        emptyPadding(pieces, types);
        Set<Integer> ends = new TreeSet<>();
        for (String key : List.of("eos_token_id", "eot_token_id", "eom_token_id")) {
            int id = metadata.integer(PREFIX + key, 0, pieces.size() - 1, NONE);
            if (id != NONE) {
                ends.add(id);
            }
        }
        int begin = metadata.integer(PREFIX + "bos_token_id", 0, pieces.size() - 1, NONE);
        int unknown = metadata.integerOr(PREFIX + "unknown_token_id", 0, pieces.size() - 1, NONE);
        Set<Integer> named = new TreeSet<>(ends);
        named.add(begin);
        named.add(unknown);
        int size = withoutTrailing(types, named);
        pieces = List.copyOf(pieces.subList(0, size));
        types = List.copyOf(types.subList(0, size));
        Set<String> soughtInText = soughtInText(pieces, types);
        Map<String, Integer> ids = ids(pieces, types, unknown);
        String architecture = metadata.string("general.architecture", "");
        PreTokenizer preTokenizer = bytes ? preTokenizer(metadata, architecture) : null;
        return new GgufVocabulary(
                architecture,
                model,
                preTokenizer,
                pieces,
                types,
                bytes ? GgufMerges.read(metadata, ids, soughtInText) : SentencePieceMerges.of(ids, scores(metadata)),
                begin,
                unknown,
                Set.copyOf(ends),
                metadata.flag(PREFIX + "add_bos_token", preTokenizer == null || preTokenizer.addsBegin()),
                metadata.flag(PREFIX + "add_space_prefix", !bytes));
    }

    /** Ids of the pieces that a text can be made of, by their spelling. */
    Map<String, Integer> ids() {
        return ids(pieces, types, unknownId);
    }

    private static Map<String, Integer> ids(List<String> pieces, List<TokenType> types, int unknown) {
        Map<String, Integer> ids = new LinkedHashMap<>();
        for (int id = 0; id < pieces.size(); id++) {
            TokenType type = types.get(id);
            if (type == TokenType.NORMAL || type == TokenType.BYTE || id == unknown) {
                ids.putIfAbsent(pieces.get(id), id);
            }
        }
        return ids;
    }

    private static List<String> pieces(GgufMetadata metadata) {
        int count = metadata.count(PREFIX + "tokens");
        if (count > TokenizerJson.MOST_IDS) {
            throw new ModelFormatException("tokenizer.ggml.tokens has " + count + " entries; up to "
                    + TokenizerJson.MOST_IDS + " are supported");
        }
        List<String> pieces = new ArrayList<>(metadata.strings(PREFIX + "tokens"));
        if (pieces.isEmpty()) {
            throw new ModelFormatException("tokenizer.ggml.tokens is empty");
        }
        return pieces;
    }

    /** The tokens that are no pieces of text, which are looked for in texts or kept out of them. */
    private static Set<String> soughtInText(List<String> pieces, List<TokenType> types) {
        SpellingBounds bounds = new SpellingBounds(PREFIX + "tokens");
        Set<String> sought = new HashSet<>();
        for (int id = 0; id < pieces.size(); id++) {
            switch (types.get(id)) {
                case CONTROL, USER_DEFINED, UNKNOWN -> {
                    bounds.take(pieces.get(id));
                    sought.add(pieces.get(id));
                }
                case NORMAL, UNUSED, BYTE -> {}
            }
        }
        return sought;
    }

    private static PreTokenizer preTokenizer(GgufMetadata metadata, String architecture) {
        String name = metadata.string(PREFIX + "pre", "");
        // the converter's number of tokens, which is that of the architecture, padding and all
        return name.isEmpty()
                ? GgufConventions.preTokenizer(architecture, metadata.count(PREFIX + "tokens"))
                : PreTokenizer.of(name);
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
        checkLength("token_type", metadata.count(PREFIX + "token_type"), size);
        int[] numbers = metadata.integers(PREFIX + "token_type");
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
     * it. Its older files call these tokens user-defined, or unknown.
     */
    private static void emptyPadding(List<String> pieces, List<TokenType> types) {
        for (int id = 0; id < pieces.size(); id++) {
            if (pieces.get(id).equals("[PAD" + id + "]") && PADDING_TYPES.contains(types.get(id))) {
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

    private static float[] scores(GgufMetadata metadata) {
        if (!metadata.has(PREFIX + "scores")) {
            throw new ModelFormatException("the file has no tokenizer.ggml.scores");
        }
        checkLength("scores", metadata.count(PREFIX + "scores"), metadata.count(PREFIX + "tokens"));
        return metadata.numbers(PREFIX + "scores");
    }

    private static void checkLength(String key, int length, int tokens) {
        if (length != tokens) {
            throw new ModelFormatException(
                    PREFIX + key + " has " + length + " entries, but there are " + tokens + " tokens");
        }
    }
}
