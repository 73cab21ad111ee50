package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.GgufMetadata;
import java.util.ArrayList;
import java.util.List;

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
        return create(GgufVocabulary.read(metadata));
    }

    /**
     * The ids of a file and what they stand for, without a tokenizer: no native library is loaded and nothing has to be closed.
     *
     * @throws io.tokenrouter.engine.model.ModelFormatException as {@link #create}
     */
    public static Vocabulary vocabulary(GgufMetadata metadata) {
        return vocabulary(GgufVocabulary.read(metadata));
    }

    static Tokenizer create(GgufVocabulary source) {
        List<AddedToken> cut = new ArrayList<>();
        for (int id = 0; id < source.pieces().size(); id++) {
            TokenType type = source.types().get(id);
            if (type == TokenType.CONTROL || type == TokenType.USER_DEFINED) {
                cut.add(added(source, id, type == TokenType.CONTROL));
            }
        }
        return new FileTokenizer(
                vocabulary(source),
                cut,
                new FileTokenizer.Edges(source.beginId(), source.addBegin(), "", source.addSpacePrefix()),
                new HuggingFaceEncoder(TokenizerDefinition.of(source), 1));
    }

    private static AddedToken added(GgufVocabulary source, int id, boolean control) {
        String spelling = source.pieces().get(id);
        boolean stripsRight = GgufConventions.stripsRight(source.architecture(), source.model(), spelling);
        return new AddedToken(id, spelling, control, false, stripsRight, false);
    }

    private static FileVocabulary vocabulary(GgufVocabulary source) {
        return new FileVocabulary(source.pieces(), source.types(), source.model(), source.declaredEndIds());
    }
}
