package io.tokenrouter.engine.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON files of a model's folder. Whoever made the folder chose them, so they are bounded: in bytes, in depth, in values; a name
 * that occurs twice in an object is refused.
 */
public final class ModelJson {

    /** Enough for the settings that lie beside a model's weights; real ones have some ten thousand bytes. */
    public static final int SETTINGS_BYTES = 1 << 24;

    private static final int MOST_DEPTH = 64;
    private static final int MOST_NUMBER_LENGTH = 64;
    private static final int MOST_NAME_LENGTH = 1 << 16;
    private static final int MOST_STRING_LENGTH = 1 << 22;
    private static final long MOST_VALUES = 10_000_000;

    private ModelJson() {}

    /**
     * A file whose content is an object.
     *
     * @param mostBytes a larger file is refused before it is read
     * @throws IOException if it cannot be read
     * @throws ModelFormatException naming the file, if it is no such JSON
     */
    public static JsonNode read(Path file, int mostBytes) throws IOException {
        return parse(file, mostBytes, parser -> {
            JsonNode content = parser.readValueAsTree();
            if (content == null || !content.isObject()) {
                throw new ModelFormatException(file.getFileName() + " is no JSON object");
            }
            return content;
        });
    }

    /** Reads values one by one. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(JsonParser parser);
    }

    /**
     * A file too large for a tree.
     *
     * @throws IOException if it cannot be read
     * @throws ModelFormatException as {@link #read}, and what the reader throws
     */
    public static <T> T parse(Path file, int mostBytes, Reader<T> reader) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new ModelFormatException(file.getFileName() + " is not there, or is no regular file");
        }
        long size = Files.size(file);
        if (size > mostBytes) {
            throw new ModelFormatException(
                    file.getFileName() + " has " + size + " bytes; up to " + mostBytes + " are read");
        }
        try (JsonParser parser = mapper(mostBytes).createParser(file)) {
            return reader.read(parser);
        } catch (JacksonIOException e) {
            throw e.getCause();
        } catch (JacksonException e) {
            throw new ModelFormatException(
                    file.getFileName() + " cannot be used: " + Untrusted.message(e.getOriginalMessage()), e);
        }
    }

    /** Reads no more than so many bytes. */
    static JsonMapper mapper(int mostBytes) {
        StreamReadConstraints constraints = StreamReadConstraints.builder()
                .maxDocumentLength(mostBytes)
                .maxNestingDepth(MOST_DEPTH)
                .maxNumberLength(MOST_NUMBER_LENGTH)
                .maxNameLength(MOST_NAME_LENGTH)
                .maxStringLength(Math.min(mostBytes, MOST_STRING_LENGTH))
                .maxTokenCount(MOST_VALUES)
                .build();
        return JsonMapper.builder(JsonFactory.builder()
                        // Names are pieces of a vocabulary: a shared table of them would only grow.
                        .disable(tools.jackson.core.TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                        .streamReadConstraints(constraints)
                        .build())
                .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .build();
    }
}
