package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Builds tokenizers from the {@code tokenizer.json} of Hugging Face folders, of byte pair encodings over bytes and over
 * characters with byte fallback. {@code tokenizer_config.json}, {@code generation_config.json} and {@code config.json}
 * beside it say more about begin and end, where they are there.
 *
 * <p>The file is taken as hostile. Its size, depth, ids and lists are bounded, its steps are of known types, replacements may
 * make a text longer 64-fold at most, and expressions are run only where a match is known to take steps in proportion to the
 * text, since the library ends the JVM otherwise. What is not bounded: cutting a text into words may still take time that grows
 * with the square of its length, on the thread that encodes.
 *
 * <p>Tokens that are spelled {@code <|...|>} are control tokens whatever the file says of them, so that users cannot write them.
 */
public final class HuggingFaceTokenizers {

    private HuggingFaceTokenizers() {}

    /**
     * Reads everything it needs before it returns. Takes tens of milliseconds to some seconds, and some times the size of the
     * file in memory; loads a native library the first time.
     *
     * <p>An added token whose id has no row is left out, as by llama.cpp's converter: Gemma 3 without images has one for them.
     *
     * @param folder holds {@code tokenizer.json}
     * @param config of the same folder
     * @param rows of the model's embedding
     * @throws IOException if a file cannot be read
     * @throws ModelFormatException if there is no tokenizer, or it is broken or of a kind that is not supported
     */
    public static Tokenizer create(Path folder, TokenizerConfig config, int rows) throws IOException {
        TokenizerJson source = read(folder, TokenizerJson.Extent.WHOLE, config, rows);
        TokenizerSteps steps = TokenizerSteps.of(source);
        HuggingFaceVocabulary ids = new HuggingFaceVocabulary(source);
        return new FileTokenizer(
                vocabulary(folder, ids, steps, config),
                HuggingFaceDefinition.cut(source),
                edges(ids, steps, config),
                new HuggingFaceEncoder(HuggingFaceDefinition.of(source, steps), steps.growth()));
    }

    /**
     * The ids of a folder and what they stand for, without a tokenizer: no native library is loaded and nothing has to be closed.
     *
     * @throws IOException as {@link #create}
     * @throws ModelFormatException as {@link #create}
     */
    public static Vocabulary vocabulary(Path folder, TokenizerConfig config, int rows) throws IOException {
        TokenizerJson source = read(folder, TokenizerJson.Extent.IDS, config, rows);
        return vocabulary(folder, new HuggingFaceVocabulary(source), TokenizerSteps.of(source), config);
    }

    private static TokenizerJson read(Path folder, TokenizerJson.Extent extent, TokenizerConfig config, int rows)
            throws IOException {
        Path file = folder.resolve(TokenizerJson.NAME);
        if (!Files.exists(file)) {
            throw new ModelFormatException(
                    "the folder has no tokenizer.json, the only form of a tokenizer that is read;"
                            + " where it has tokenizer.model, or vocab.json and merges.txt, Python's"
                            + " transformers.AutoTokenizer.from_pretrained(FOLDER).save_pretrained(FOLDER) writes one");
        }
        TokenizerJson source = TokenizerJson.read(file, extent);
        for (AddedToken token : source.added()) {
            if (token.id() >= rows && isEdge(token.spelling(), config)) {
                throw new ModelFormatException(TokenizerJson.NAME + ": \"" + Untrusted.name(token.spelling())
                        + "\" begins or ends texts and has the id " + token.id() + ", but the embedding has only "
                        + rows + " rows");
            }
        }
        return source.within(rows);
    }

    private static boolean isEdge(String spelling, TokenizerConfig config) {
        return config.specialToken("bos_token").filter(spelling::equals).isPresent()
                || config.specialToken("eos_token").filter(spelling::equals).isPresent();
    }

    private static FileVocabulary vocabulary(
            Path folder, HuggingFaceVocabulary ids, TokenizerSteps steps, TokenizerConfig config) throws IOException {
        Set<Integer> ends = EndTokens.of(folder, ids.pieces().size());
        config.specialToken("eos_token").map(ids::id).ifPresent(ends::add);
        return new FileVocabulary(ids.pieces(), ids.types(), steps.spelling(), ends);
    }

    /** What {@code tokenizer_config.json} says of the begin token counts more than the steps, as in transformers. */
    private static FileTokenizer.Edges edges(HuggingFaceVocabulary ids, TokenizerSteps steps, TokenizerConfig config) {
        Optional<Integer> begin =
                config.specialToken("bos_token").or(steps::begin).map(ids::id);
        return new FileTokenizer.Edges(
                begin.orElse(FileTokenizer.NONE),
                config.addsBegin().orElse(steps.begin().isPresent()),
                steps.prefix(),
                steps.dropsFirstSpace());
    }
}
