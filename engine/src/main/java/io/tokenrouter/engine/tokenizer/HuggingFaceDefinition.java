package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.text.JsonText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A {@code tokenizer.json} as the library gets it: without what is done after the model, without the list of the tokens that
 * {@link FileTokenizer} cuts out, and without the pieces and merges of control tokens, so that no text can become one by itself.
 *
 * <p>Other tokens that are cut out stay pieces where the file has them as pieces: they are looked for in the raw text, and merges may
 * still make them of what only normalization brings about, as Gemma's runs of {@code ▁} from runs of spaces.
 */
final class HuggingFaceDefinition {

    private HuggingFaceDefinition() {}

    /** Tokens that are cut out of a text: all but those that are looked for in normalized text, which users may write. */
    static List<AddedToken> cut(TokenizerJson source) {
        return source.added().stream()
                .filter(token -> token.control() || !token.normalized())
                .toList();
    }

    static String of(TokenizerJson source, TokenizerSteps steps) {
        Set<String> hidden = new HashSet<>();
        Map<String, Integer> vocabulary = new LinkedHashMap<>(source.vocabulary());
        List<Object> added = new ArrayList<>();
        for (AddedToken token : source.added()) {
            if (token.control()) {
                hidden.add(token.spelling());
            } else if (token.normalized()) {
                vocabulary.put(token.spelling(), token.id());
                added.add(entry(token));
            }
        }
        vocabulary.keySet().removeIf(piece -> hidden.contains(piece) && !piece.equals(source.unknown()));
        Map<String, Object> definition = new LinkedHashMap<>();
        definition.put("version", "1.0");
        definition.put("truncation", null);
        definition.put("padding", null);
        definition.put("added_tokens", added);
        definition.put("normalizer", plain(steps.normalizer()));
        definition.put("pre_tokenizer", plain(steps.preTokenizer()));
        definition.put("post_processor", null);
        definition.put("decoder", null);
        definition.put("model", model(source, vocabulary, hidden));
        return JsonText.compact(definition);
    }

    private static Map<String, Object> model(
            TokenizerJson source, Map<String, Integer> vocabulary, Set<String> hidden) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("type", "BPE");
        model.put("unk_token", source.unknown());
        model.put("fuse_unk", source.flag("fuse_unk"));
        model.put("byte_fallback", source.flag("byte_fallback"));
        model.put("ignore_merges", source.flag("ignore_merges"));
        model.put("vocab", vocabulary);
        model.put(
                "merges",
                source.merges().stream()
                        .filter(merge -> !hidden.contains(merge.getFirst())
                                && !hidden.contains(merge.getLast())
                                && !hidden.contains(merge.getFirst() + merge.getLast()))
                        .toList());
        return model;
    }

    private static Map<String, Object> entry(AddedToken token) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("id", token.id());
        entry.put("content", token.spelling());
        entry.put("single_word", false);
        entry.put("lstrip", token.stripsLeft());
        entry.put("rstrip", token.stripsRight());
        entry.put("normalized", true);
        entry.put("special", false);
        return entry;
    }

    private static Object plain(JsonNode step) {
        return JsonMapper.shared().treeToValue(step, Object.class);
    }
}
