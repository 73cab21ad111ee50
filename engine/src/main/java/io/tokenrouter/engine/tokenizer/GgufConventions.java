package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import java.util.Set;

/** What a GGUF file does not say of its tokenizer, and what follows from its architecture. */
final class GgufConventions {

    private static final int LLAMA3_TOKENS = 128_256;

    /** Phi-3's added tokens that leave the white space behind them alone. */
    private static final Set<String> PHI3_LEAVES = Set.of("<unk>", "<s>", "<|endoftext|>");

    private GgufConventions() {}

    /**
     * The words of a byte-level vocabulary whose file does not name them, as converters did not before the spring of 2024.
     *
     * @param tokens ids of the vocabulary
     * @throws ModelFormatException if that cannot be known
     */
    static PreTokenizer preTokenizer(String architecture, int tokens) {
        if (architecture.equals("llama") && tokens == LLAMA3_TOKENS) {
            return PreTokenizer.LLAMA3;
        }
        return switch (architecture) {
            case "qwen2", "qwen3" -> PreTokenizer.QWEN2;
            case "smollm3", "olmo2" -> PreTokenizer.CL100K;
            default ->
                throw new ModelFormatException(
                        "the file has no tokenizer.ggml.pre, which names the way in which a text is"
                                + " cut into words, and that does not follow from the architecture \""
                                + Untrusted.name(architecture) + "\" with " + tokens
                                + " tokens; today's converters of llama.cpp write it");
        };
    }

    /**
     * Whether a token that is looked for in a text takes the white space behind it along. No key says so: llama.cpp goes by the
     * name of the model, of which every conversion has another. Only vocabularies of SentencePiece's kind are Phi-3's own.
     *
     * @param spelling of a control or user-defined token
     */
    static boolean stripsRight(String architecture, PieceSpelling model, String spelling) {
        return architecture.equals("phi3") && model == PieceSpelling.SENTENCE_PIECE && !PHI3_LEAVES.contains(spelling);
    }
}
