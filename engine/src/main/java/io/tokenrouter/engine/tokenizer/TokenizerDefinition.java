package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.text.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A GGUF vocabulary in the form that the Hugging Face library reads ({@code tokenizer.json}).
 *
 * <p>It holds the tokens of text alone. Control and user-defined tokens are left out, so that no text can become one by
 * itself; {@link FileTokenizer} cuts them out of a text before the library sees the rest.
 */
final class TokenizerDefinition {

    private TokenizerDefinition() {}

    static String of(GgufVocabulary source) {
        Map<String, Integer> ids = source.ids();
        Map<String, Object> definition = new LinkedHashMap<>();
        definition.put("version", "1.0");
        definition.put("truncation", null);
        definition.put("padding", null);
        definition.put("added_tokens", List.of());
        switch (source.model()) {
            case BYTE_LEVEL -> byteLevel(source, ids, definition);
            case SENTENCE_PIECE -> sentencePiece(source, ids, definition);
        }
        definition.put("post_processor", null);
        definition.put("decoder", null);
        return JsonText.compact(definition);
    }

    private static void byteLevel(GgufVocabulary source, Map<String, Integer> ids, Map<String, Object> definition) {
        PreTokenizer preTokenizer = Objects.requireNonNull(source.preTokenizer());
        definition.put("normalizer", preTokenizer.normalizer());
        definition.put("pre_tokenizer", preTokenizer.definition());
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("type", "BPE");
        model.put("ignore_merges", preTokenizer.wholeWordsFirst());
        model.put("vocab", ids);
        model.put("merges", source.merges());
        definition.put("model", model);
    }

    private static void sentencePiece(GgufVocabulary source, Map<String, Integer> ids, Map<String, Object> definition) {
        List<Object> normalizers = new ArrayList<>();
        if (source.addSpacePrefix()) {
            normalizers.add(Map.of("type", "Prepend", "prepend", String.valueOf(FileVocabulary.SPACE_MARK)));
        }
        normalizers.add(Map.of(
                "type",
                "Replace",
                "pattern",
                Map.of("String", " "),
                "content",
                String.valueOf(FileVocabulary.SPACE_MARK)));
        definition.put("normalizer", Map.of("type", "Sequence", "normalizers", normalizers));
        definition.put("pre_tokenizer", null);
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("type", "BPE");
        model.put("unk_token", source.unknownId() < 0 ? null : source.pieces().get(source.unknownId()));
        model.put("fuse_unk", true);
        model.put("byte_fallback", true);
        model.put("vocab", ids);
        model.put("merges", source.merges());
        definition.put("model", model);
    }
}
