package io.tokenrouter.engine.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Which file of a folder holds which tensor, as {@code model.safetensors.index.json} says.
 *
 * @param files names of files by tensor; each a plain name, which cannot leave the folder
 */
record WeightIndex(Map<String, String> files) {

    static final String FILE = "model.safetensors.index.json";

    private static final int MOST_BYTES = 16 << 20;
    private static final int MOST_TENSORS = 65_536;
    private static final int MOST_FILES = 1024;
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,200}\\.safetensors");

    /** @throws ModelFormatException if it is no such index, naming the tensor or the file at fault */
    static WeightIndex read(Path folder) throws IOException {
        return ModelJson.parse(folder.resolve(FILE), MOST_BYTES, parser -> new WeightIndex(weightMap(parser)));
    }

    private static Map<String, String> weightMap(JsonParser json) {
        Map<String, String> files = new LinkedHashMap<>();
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new ModelFormatException(FILE + " is not a JSON object");
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String field = json.currentName();
            if (json.nextToken() == JsonToken.START_OBJECT && field.equals("weight_map")) {
                readMap(json, files);
            } else {
                json.skipChildren();
            }
        }
        if (files.isEmpty()) {
            throw new ModelFormatException(FILE + " has no weight_map, or an empty one");
        }
        if (files.values().stream().distinct().count() > MOST_FILES) {
            throw new ModelFormatException(FILE + " names more than " + MOST_FILES + " files");
        }
        return files;
    }

    private static void readMap(JsonParser json, Map<String, String> files) {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String tensor = json.currentName();
            String file = json.nextToken() == JsonToken.VALUE_STRING ? json.getString() : "";
            if (!PLAIN_NAME.matcher(file).matches()) {
                throw new ModelFormatException(FILE + " puts the tensor " + Untrusted.name(tensor) + " into \""
                        + Untrusted.name(file) + "\", which is no name of a safetensors file of this folder");
            }
            if (files.put(tensor, file) != null) {
                throw new ModelFormatException(FILE + " has the tensor " + Untrusted.name(tensor) + " twice");
            }
            if (files.size() > MOST_TENSORS) {
                throw new ModelFormatException(FILE + " has more than " + MOST_TENSORS + " tensors");
            }
        }
    }
}
