package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.ModelJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/**
 * Reads a few members of the object that a JSON file holds. The others, such as the thousands of added tokens that some
 * {@code tokenizer_config.json} repeat, take no memory.
 */
final class SettingsFile {

    /** Of all members that are read; in files of today, some dozens. */
    private static final int MOST_VALUES = 10_000;

    private SettingsFile() {}

    /**
     * @param wanted names of the members
     * @return those that are there
     * @throws IOException if the file cannot be read
     * @throws ModelFormatException if it is no JSON object, or a member is there twice, or too large
     */
    static Map<String, JsonNode> read(Path file, Set<String> wanted) throws IOException {
        String name = String.valueOf(file.getFileName());
        return ModelJson.parse(file, ModelJson.SETTINGS_BYTES, parser -> members(parser, name, wanted));
    }

    private static Map<String, JsonNode> members(JsonParser parser, String file, Set<String> wanted) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new ModelFormatException(file + " is no JSON object");
        }
        SmallTrees trees = new SmallTrees(file, MOST_VALUES);
        Map<String, JsonNode> members = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            if (!wanted.contains(name)) {
                parser.skipChildren();
            } else if (members.put(name, trees.read(parser)) != null) {
                throw new ModelFormatException(file + " has \"" + name + "\" twice");
            }
        }
        return members;
    }
}
