package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.GgufMetadata;

/** Builds tokenizers from the vocabularies of GGUF files. */
public final class GgufTokenizers {

    private GgufTokenizers() {}

    /**
     * Reads everything it needs before it returns; the file may be closed afterwards. Takes tens to hundreds of
     * milliseconds and loads a native library the first time.
     *
     * @throws io.tokenrouter.engine.model.ModelFormatException if the file's tokenizer is broken or of a kind that is not
     *     supported, with the key at fault
     */
    public static Tokenizer create(GgufMetadata metadata) {
        return new GgufTokenizer(GgufVocabulary.read(metadata));
    }

    /**
     * The ids of a file and what they stand for, without a tokenizer: no native library is loaded and nothing has to be closed.
     *
     * @throws io.tokenrouter.engine.model.ModelFormatException as {@link #create}
     */
    public static Vocabulary vocabulary(GgufMetadata metadata) {
        return new FileVocabulary(GgufVocabulary.read(metadata));
    }
}
