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
    GPT2(Set.of("gpt-2", "mpt", "olmo", "jais", "trillion"), List.of(byteLevel(true))),

    /** The same, but some signs and runs of three digits are words of their own: what llama.cpp does where it knows no better. */
    DEFAULT(
            Set.of("default"),
            List.of(
                    split("[\\p{P}$+<=>^~|]+"),
                    split("'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"),
                    split("\\p{N}+"),
                    split("[0-9][0-9][0-9]"),
                    byteLevel(false))),

    /** GPT-2's with every digit a word of its own. */
    DIGITS(
            Set.of("smollm", "starcoder", "refact", "command-r", "codeshell"),
            List.of(Map.of("type", "Digits", "individual_digits", true), byteLevel(true))),

    /** Up to three digits a word; words of the vocabulary are taken whole. */
    LLAMA3(
            Set.of("llama-bpe", "llama3", "llama-v3", "falcon3", "pixtral"),
            List.of(split(wordsWithNumbersOf("\\p{N}{1,3}")), byteLevel(false)),
            Trait.WHOLE_WORDS_FIRST,
            Trait.BEGIN_TOKEN),

    /** The same words without these two (SmolLM3; Phi-4 and OLMo 2). */
    CL100K(Set.of("smaug-bpe", "dbrx"), List.of(split(wordsWithNumbersOf("\\p{N}{1,3}")), byteLevel(false))),

    /** One digit a word, canonically composed characters. */
    QWEN2(
            Set.of("qwen2", "megrez", "deepseek-r1-qwen", "kormo"),
            List.of(split(wordsWithNumbersOf("\\p{N}")), byteLevel(false)),
            Trait.COMPOSED),

    /** Words end where lower case turns to upper case; words of the vocabulary are taken whole (Mistral Nemo). */
    TEKKEN(
            Set.of("tekken"),
            List.of(split(wordsByCase("", "\\p{N}")), byteLevel(false)),
            Trait.WHOLE_WORDS_FIRST,
            Trait.BEGIN_TOKEN),

    /** Words end where lower case turns to upper case and have their contractions, up to three digits a word (Phi-4 mini). */
    O200K(
            Set.of("gpt-4o", "llama4", "kanana2"),
            List.of(split(wordsByCase("(?i:'s|'t|'re|'ve|'m|'ll|'d)?", "\\p{N}{1,3}")), byteLevel(false))),

    /** Numbers, then Chinese and Japanese, then words (DeepSeek V3 and R1). */
    DEEPSEEK_V3(
            Set.of("deepseek-v3"),
            List.of(
                    split("\\p{N}{1,3}"),
                    split("[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+"),
                    split("[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"
                            + "|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*"
                            + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"),
                    byteLevel(false)));

    private enum Trait {
        WHOLE_WORDS_FIRST,
        BEGIN_TOKEN,
        COMPOSED
    }

    private final Set<String> names;
    private final List<Map<String, Object>> steps;
    private final Set<Trait> traits;

    PreTokenizer(Set<String> names, List<Map<String, Object>> steps, Trait... traits) {
        this.names = names;
        this.steps = steps;
        this.traits = Set.of(traits);
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
        return traits.contains(Trait.COMPOSED) ? Map.of("type", "NFC") : null;
    }

    /** Whether a word that is in the vocabulary is taken as it is, even where the merges would not lead to it. */
    boolean wholeWordsFirst() {
        return traits.contains(Trait.WHOLE_WORDS_FIRST);
    }

    /** Whether a begin token is put in front of a text where the file does not say. */
    boolean addsBegin() {
        return traits.contains(Trait.BEGIN_TOKEN);
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

    /**
     * The expression that Mistral Nemo and o200k share but for their numbers.
     *
     * @param ending that a word may have
     */
    private static String wordsByCase(String ending, String numbers) {
        return "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+" + ending
                + "|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*" + ending
                + "|" + numbers + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    }
}
