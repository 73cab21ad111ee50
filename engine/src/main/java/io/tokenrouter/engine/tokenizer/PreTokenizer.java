package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How byte-level vocabularies split a text into words, by the names that {@code tokenizer.ggml.pre} uses. */
enum PreTokenizer {
    /** Contractions, letters, numbers, other characters, each with one space in front; the first of its kind. */
    GPT2(Set.of("default", "gpt-2", "mpt", "olmo", "jais", "trillion"), List.of(byteLevel(true)), null, false),

    /** The same with every digit a word of its own. */
    DIGITS(
            Set.of("smollm", "starcoder", "refact", "command-r", "codeshell"),
            List.of(Map.of("type", "Digits", "individual_digits", true), byteLevel(true)),
            null,
            false),

    /** Up to three digits a word; words of the vocabulary are taken whole. */
    LLAMA3(
            Set.of("llama-bpe", "llama3", "llama-v3", "falcon3"),
            List.of(split(wordsWithNumbersOf("\\p{N}{1,3}")), byteLevel(false)),
            null,
            true),

    /** One digit a word, canonically composed characters. */
    QWEN2(
            Set.of("qwen2", "megrez", "deepseek-r1-qwen"),
            List.of(split(wordsWithNumbersOf("\\p{N}")), byteLevel(false)),
            Map.of("type", "NFC"),
            false),

    /** Words end where lower case turns to upper case; words of the vocabulary are taken whole (Mistral Nemo). */
    TEKKEN(
            Set.of("tekken"),
            List.of(
                    split("[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+"
                            + "|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*"
                            + "|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"),
                    byteLevel(false)),
            null,
            true),

    /** Numbers, then Chinese and Japanese, then words (DeepSeek V3 and R1). */
    DEEPSEEK_V3(
            Set.of("deepseek-v3"),
            List.of(
                    split("\\p{N}{1,3}"),
                    split("[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+"),
                    split("[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"
                            + "|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*"
                            + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"),
                    byteLevel(false)),
            null,
            false);

    private final Set<String> names;
    private final List<Map<String, Object>> steps;
    private final @Nullable Map<String, Object> normalizer;
    private final boolean wholeWordsFirst;

    PreTokenizer(
            Set<String> names,
            List<Map<String, Object>> steps,
            @Nullable Map<String, Object> normalizer,
            boolean wholeWordsFirst) {
        this.names = names;
        this.steps = steps;
        this.normalizer = normalizer;
        this.wholeWordsFirst = wholeWordsFirst;
    }

    /** @throws ModelFormatException if there is none of that name, with those there are */
    static PreTokenizer of(String name) {
        Set<String> supported = new TreeSet<>();
        for (PreTokenizer preTokenizer : values()) {
            if (preTokenizer.names.contains(name)) {
                return preTokenizer;
            }
            supported.addAll(preTokenizer.names);
        }
        throw new ModelFormatException("tokenizer.ggml.pre \"" + Untrusted.name(name)
                + "\" is not supported; supported are " + String.join(", ", supported));
    }

    /** As the Hugging Face library writes it. */
    Map<String, Object> definition() {
        return Map.of("type", "Sequence", "pretokenizers", new ArrayList<>(steps));
    }

    /** What is done to a text before it is split, or null. */
    @Nullable
    Map<String, Object> normalizer() {
        return normalizer;
    }

    /** Whether a word that is in the vocabulary is taken as it is, even where the merges would not lead to it. */
    boolean wholeWordsFirst() {
        return wholeWordsFirst;
    }

    private static Map<String, Object> byteLevel(boolean splitIntoWords) {
        return Map.of(
                "type", "ByteLevel", "add_prefix_space", false, "trim_offsets", true, "use_regex", splitIntoWords);
    }

    private static Map<String, Object> split(String regex) {
        return Map.of("type", "Split", "pattern", Map.of("Regex", regex), "behavior", "Isolated", "invert", false);
    }

    /** The expression that Llama 3 and Qwen 2 share but for their numbers. */
    private static String wordsWithNumbersOf(String numbers) {
        return "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|" + numbers
                + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    }
}
