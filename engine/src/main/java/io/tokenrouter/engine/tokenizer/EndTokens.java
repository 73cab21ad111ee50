package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The ids that the files of a folder call an end. */
final class EndTokens {

    private static final String KEY = "eos_token_id";

    private EndTokens() {}

    /**
     * @param size of the vocabulary
     * @throws ModelFormatException for an id beyond it, naming the file
     */
    static Set<Integer> of(Path folder, int size) throws IOException {
        Set<Integer> ends = new TreeSet<>();
        for (String name : List.of("generation_config.json", "config.json")) {
            Path file = folder.resolve(name);
            if (Files.exists(file)) {
                JsonNode value = SettingsFile.read(file, Set.of(KEY)).get(KEY);
                if (value != null && value.isArray()) {
                    value.forEach(id -> ends.add(id(id, size, name)));
                } else if (value != null && !value.isNull()) {
                    ends.add(id(value, size, name));
                }
            }
        }
        return ends;
    }

    private static int id(JsonNode value, int size, String file) {
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0 || value.intValue() >= size) {
            throw new ModelFormatException(file + ": " + KEY + " has " + Untrusted.name(value.toString())
                    + ", but the tokenizer's ids are 0 to " + (size - 1));
        }
        return value.intValue();
    }
}
