package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.fixtures.SharedFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Folders of the reference data, unpacked. */
final class HuggingFaceFolders {

    private HuggingFaceFolders() {}

    /** The tokenizer files of a family in {@code into}. Skips the calling test if they are not there. */
    static Path unpack(String family, Path into) throws IOException {
        Path packed = SharedFiles.require("golden/tokenizers/" + family + "/tokenizer.json.gz");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
            Files.copy(in, into.resolve("tokenizer.json"));
        }
        Files.copy(packed.resolveSibling("tokenizer_config.json"), into.resolve("tokenizer_config.json"));
        return into;
    }

    /** With an embedding that has a row for every id. */
    static Tokenizer tokenizer(Path folder) throws IOException {
        return HuggingFaceTokenizers.create(folder, TokenizerConfig.read(folder), Integer.MAX_VALUE);
    }

    /** The same without a tokenizer. */
    static Vocabulary vocabulary(Path folder) throws IOException {
        return HuggingFaceTokenizers.vocabulary(folder, TokenizerConfig.read(folder), Integer.MAX_VALUE);
    }
}
