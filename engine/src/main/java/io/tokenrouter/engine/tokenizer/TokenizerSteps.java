package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The steps of a {@code tokenizer.json} around its model: what is done to a text before it, and to pieces after it.
 *
 * @param normalizer as the library reads it
 * @param preTokenizer as the library reads it; what it would do to the first word alone is left out
 * @param prefix put in front of a text's first word; may be empty
 * @param spelling of the pieces
 * @param dropsFirstSpace whether decoding leaves out a space at the very beginning
 * @param begin the token that the file puts in front of a text
 * @param growth how many times longer the steps before the model can make a text
 */
record TokenizerSteps(
        JsonNode normalizer,
        JsonNode preTokenizer,
        String prefix,
        PieceSpelling spelling,
        boolean dropsFirstSpace,
        Optional<String> begin,
        int growth) {

    private static final Set<String> NORMALIZERS = new TreeSet<>(Set.of(
            "Sequence",
            "NFC",
            "NFD",
            "NFKC",
            "NFKD",
            "Lowercase",
            "Strip",
            "StripAccents",
            "Replace",
            "Prepend",
            "ByteLevel"));
    private static final Set<String> PRE_TOKENIZERS = new TreeSet<>(
            Set.of("Sequence", "ByteLevel", "Metaspace", "Split", "Digits", "Punctuation", "WhitespaceSplit"));

    private static final int MOST_STEPS = 32;

    /** Of a text by all replacements together. */
    private static final int MOST_GROWTH = 64;

    private static final String MARK = String.valueOf(FileVocabulary.SPACE_MARK);
    private static final String SCHEME = "prepend_scheme";

    /** @throws ModelFormatException if a step is of a kind that is not supported */
    static TokenizerSteps of(TokenizerJson source) {
        checkModel(source);
        JsonNode normalizer = source.part("normalizer");
        JsonNode preTokenizer = source.part("pre_tokenizer").deepCopy();
        List<ObjectNode> before = flat(normalizer, "normalizers");
        List<ObjectNode> splits = flat(preTokenizer, "pretokenizers");
        List<ObjectNode> decoders = flat(source.part("decoder"), "decoders");
        int growth = check("normalizer", before, NORMALIZERS);
        check("pre_tokenizer", splits, PRE_TOKENIZERS);
        return new TokenizerSteps(
                normalizer,
                preTokenizer,
                takePrefix(splits),
                spelling(source, before, splits, decoders),
                decoders.stream().anyMatch(TokenizerSteps::stripsFirstSpace),
                begin(source),
                growth);
    }

    private static void checkModel(TokenizerJson source) {
        String type = source.setting("type").asString("BPE");
        if (!type.equals("BPE")) {
            throw new ModelFormatException(
                    TokenizerJson.NAME + " is of the kind \"" + Untrusted.name(type) + "\"; BPE is supported");
        }
        for (String affix : List.of("continuing_subword_prefix", "end_of_word_suffix")) {
            if (!source.setting(affix).asString("").isEmpty()) {
                throw new ModelFormatException(
                        TokenizerJson.NAME + " marks parts of words (" + affix + "), which is not supported");
            }
        }
    }

    /** How many times longer these steps can make a text. */
    private static int check(String part, List<ObjectNode> steps, Set<String> known) {
        if (steps.size() > MOST_STEPS) {
            throw new ModelFormatException(TokenizerJson.NAME + ": " + part + " has " + steps.size() + " steps; up to "
                    + MOST_STEPS + " are supported");
        }
        int growth = 1;
        for (ObjectNode step : steps) {
            if (!known.contains(type(step))) {
                throw new ModelFormatException(
                        TokenizerJson.NAME + ": " + part + " has the step \"" + Untrusted.name(type(step))
                                + "\", which is not supported; supported are " + String.join(", ", known));
            }
            JsonNode expression = step.path("pattern").path("Regex");
            if (expression.isString()) {
                SplitExpressions.check(expression.asString());
            }
            long grown = growth * growth(step);
            if (step.path("pattern").path("String").asString("-").isEmpty() || grown > MOST_GROWTH) {
                throw new ModelFormatException(TokenizerJson.NAME + ": " + part + " replaces nothing, or by too much");
            }
            growth = (int) grown;
        }
        return growth;
    }

    private static long growth(ObjectNode step) {
        int put = text(step, "content").length() + text(step, "prepend").length();
        // an expression may match between all characters, which stay
        boolean inserts = put > 0 && step.path("pattern").path("Regex").isString();
        return Math.max(1L, inserts ? put + 1L : put);
    }

    private static String text(JsonNode step, String name) {
        return step.path(name).asString("");
    }

    /**
     * The library puts the mark in front of the first word of a text alone. It is given a text in parts, so it cannot know which
     * word that is.
     */
    private static String takePrefix(List<ObjectNode> splits) {
        String prefix = "";
        for (ObjectNode step : splits) {
            if (type(step).equals("Metaspace")) {
                if (!step.path("replacement").asString(MARK).equals(MARK)) {
                    throw new ModelFormatException(
                            TokenizerJson.NAME + ": Metaspace marks spaces with something other than " + MARK);
                }
                if (step.path(SCHEME).asString("").equals("first")) {
                    step.put(SCHEME, "never");
                    prefix = MARK;
                }
            }
        }
        return prefix;
    }

    private static PieceSpelling spelling(
            TokenizerJson source, List<ObjectNode> before, List<ObjectNode> splits, List<ObjectNode> decoders) {
        for (List<ObjectNode> steps : List.of(before, splits, decoders)) {
            if (steps.stream().anyMatch(step -> type(step).equals("ByteLevel"))) {
                return PieceSpelling.BYTE_LEVEL;
            }
        }
        boolean marks = splits.stream().anyMatch(step -> type(step).equals("Metaspace"))
                || before.stream()
                        .anyMatch(step -> step.path("content").asString("").equals(MARK));
        if (!marks && !source.flag("byte_fallback")) {
            throw new ModelFormatException(
                    TokenizerJson.NAME
                            + " spells its pieces neither by bytes (ByteLevel) nor with marks for spaces (Metaspace); these two are supported");
        }
        return PieceSpelling.SENTENCE_PIECE;
    }

    private static boolean stripsFirstSpace(ObjectNode decoder) {
        return switch (type(decoder)) {
            case "Strip" ->
                decoder.path("content").asString("").equals(" ")
                        && decoder.path("start").asInt(0) > 0;
            case "Metaspace" ->
                !decoder.path(SCHEME).asString("always").equals("never")
                        && decoder.path("add_prefix_space").asBoolean(true);
            default -> false;
        };
    }

    private static Optional<String> begin(TokenizerJson source) {
        for (ObjectNode step : flat(source.part("post_processor"), "processors")) {
            JsonNode first = step.path("single").path(0).path("SpecialToken").path("id");
            if (type(step).equals("TemplateProcessing") && first.isString()) {
                return Optional.of(first.asString());
            }
        }
        return Optional.empty();
    }

    /** A step, or those of a sequence however nested. */
    private static List<ObjectNode> flat(JsonNode step, String members) {
        List<ObjectNode> steps = new ArrayList<>();
        if (step instanceof ObjectNode object && type(object).equals("Sequence")) {
            step.path(members).forEach(member -> steps.addAll(flat(member, members)));
        } else if (step instanceof ObjectNode object) {
            steps.add(object);
        } else if (!step.isNull()) {
            throw new ModelFormatException(TokenizerJson.NAME + ": a step is no object");
        }
        return steps;
    }

    private static String type(JsonNode step) {
        return step.path("type").asString("");
    }
}
