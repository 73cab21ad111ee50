package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.GgufWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Small GGUF files that hold a tokenizer and nothing else. */
public final class MadeGguf {

    private static final int NORMAL = 1;
    private static final int CONTROL = 3;
    private static final int BYTES = 256;

    private final List<String> pieces = new ArrayList<>();
    private final List<Integer> types = new ArrayList<>();
    private final List<String> merges = new ArrayList<>();
    private final String model;

    private MadeGguf(String model) {
        this.model = model;
    }

    /** The 256 bytes and two control tokens: {@code <s>}, 256, and {@code <|end|>}, 257. */
    public static MadeGguf byteLevel() {
        MadeGguf made = new MadeGguf("gpt2");
        int other = BYTES;
        for (int value = 0; value < BYTES; value++) {
            boolean itself = (value >= '!' && value <= '~') || (value >= 0xA1 && value <= 0xAC) || value >= 0xAE;
            made.piece(Character.toString(itself ? value : other++), NORMAL);
        }
        return made.piece("<s>", CONTROL).piece("<|end|>", CONTROL);
    }

    static MadeGguf sentencePiece() {
        return new MadeGguf("llama");
    }

    MadeGguf piece(String piece, int type) {
        pieces.add(piece);
        types.add(type);
        return this;
    }

    /** Two pieces that become one, which is a new one. */
    public MadeGguf merge(String left, String right) {
        merges.add(left + " " + right);
        return piece(left + right, NORMAL);
    }

    /** The same with a merge as it stands in the file. */
    MadeGguf merge(String text) {
        merges.add(text);
        return this;
    }

    int size() {
        return pieces.size();
    }

    /** Into {@code file}, with other keys. */
    public Path write(Path file, Consumer<GgufWriter> keys) throws IOException {
        GgufWriter writer = new GgufWriter()
                .string("tokenizer.ggml.model", model)
                .strings("tokenizer.ggml.tokens", pieces)
                .int32s(
                        "tokenizer.ggml.token_type",
                        types.stream().mapToInt(Integer::intValue).toArray());
        if (!merges.isEmpty()) {
            writer.strings("tokenizer.ggml.merges", merges);
        }
        keys.accept(writer);
        writer.write(file);
        return file;
    }

    /** In {@code folder}; to be closed by the caller. */
    GgufFile open(Path folder, Consumer<GgufWriter> keys) {
        try {
            return GgufFile.open(write(Files.createTempFile(folder, "made", ".gguf"), keys));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
