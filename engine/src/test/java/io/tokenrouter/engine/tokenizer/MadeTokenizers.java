package io.tokenrouter.engine.tokenizer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Small {@code tokenizer.json} files of both kinds, made here. */
final class MadeTokenizers {

    private MadeTokenizers() {}

    /** The 256 bytes, two merges, and three control tokens. */
    static String byteLevel() {
        Map<String, Integer> vocabulary = new LinkedHashMap<>();
        int other = 256;
        for (int value = 0; value < 256; value++) {
            boolean itself = (value >= '!' && value <= '~') || (value >= 0xA1 && value <= 0xAC) || value >= 0xAE;
            vocabulary.put(Character.toString(itself ? value : other++), value);
        }
        vocabulary.put("Ġa", 256);
        vocabulary.put("ll", 257);
        Map<String, Object> step =
                Map.of("type", "ByteLevel", "add_prefix_space", false, "trim_offsets", true, "use_regex", true);
        return json(vocabulary, List.of(List.of("Ġ", "a"), List.of("l", "l")), Map.of(), null, step, 258);
    }

    /** 256 bytes, a few characters, a merge, and three control tokens. */
    static String sentencePiece() {
        Map<String, Integer> vocabulary = new LinkedHashMap<>();
        for (int value = 0; value < 256; value++) {
            vocabulary.put(String.format("<0x%02X>", value), value);
        }
        for (String piece : List.of("▁", "a", "e", "l", "▁a", "é", "日", "<unk>")) {
            vocabulary.put(piece, vocabulary.size());
        }
        Map<String, Object> prepend = Map.of("type", "Prepend", "prepend", "▁");
        Map<String, Object> replace = Map.of("type", "Replace", "pattern", Map.of("String", " "), "content", "▁");
        Map<String, Object> decoder = Map.of("type", "Strip", "content", " ", "start", 1, "stop", 0);
        return json(
                vocabulary,
                List.of(List.of("▁", "a")),
                Map.of("unk_token", "<unk>", "byte_fallback", true, "fuse_unk", true),
                Map.of("type", "Sequence", "normalizers", List.of(prepend, replace)),
                decoder,
                vocabulary.size());
    }

    /** @param last the decoder, which for bytes is the step in front of the model too */
    private static String json(
            Map<String, Integer> vocabulary,
            List<List<String>> merges,
            Map<String, Object> settings,
            @Nullable Map<String, Object> normalizer,
            Map<String, Object> last,
            int firstControl) {
        Map<String, Object> model = new LinkedHashMap<>(settings);
        model.put("type", "BPE");
        model.put("vocab", vocabulary);
        model.put("merges", merges);
        List<Map<String, Object>> added = new ArrayList<>();
        for (String spelling : List.of("<s>", "</s>", "<|end|>")) {
            added.add(Map.of("id", firstControl + added.size(), "content", spelling, "special", true));
        }
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("added_tokens", added);
        file.put("normalizer", normalizer);
        file.put("pre_tokenizer", normalizer == null ? last : null);
        file.put("decoder", last);
        file.put("model", model);
        return JsonMapper.shared().writeValueAsString(file);
    }
}
