package io.tokenrouter.engine.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON of strangers: its size is bounded before it is read, its depth and the length of its numbers by the parser. */
final class BoundedJson {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private BoundedJson() {}

    /** Reads token by token; to be closed. */
    static JsonParser parser(byte[] json) {
        return JSON.createParser(json);
    }

    /**
     * The bytes of a regular file or of a link to one.
     *
     * @throws ModelFormatException naming the file if it is something else, or longer
     */
    static byte[] bytes(Path file, int mostBytes) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new ModelFormatException(file.getFileName() + " is not a regular file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(mostBytes + 1);
            if (bytes.length > mostBytes) {
                throw new ModelFormatException(
                        file.getFileName() + " has more than the " + mostBytes + " bytes that such a file may have");
            }
            return bytes;
        }
    }

    /**
     * A file that holds one JSON object.
     *
     * @param mostBytes small: a tree takes many times the bytes of its text
     * @throws ModelFormatException naming the file if it does not
     */
    static JsonNode object(Path file, int mostBytes) throws IOException {
        byte[] bytes = bytes(file, mostBytes);
        try {
            JsonNode tree = JSON.readTree(bytes);
            if (!tree.isObject()) {
                throw new ModelFormatException(file.getFileName() + " is not a JSON object");
            }
            return tree;
        } catch (JacksonException e) {
            throw new ModelFormatException(
                    file.getFileName() + " is not JSON: " + Untrusted.name(e.getOriginalMessage()), e);
        }
    }
}
