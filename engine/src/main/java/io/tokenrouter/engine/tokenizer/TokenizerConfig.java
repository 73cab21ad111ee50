package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.ModelJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The {@code tokenizer_config.json} of a folder; one that says nothing where there is none. Immutable. */
public final class TokenizerConfig {

    private static final String NAME = "tokenizer_config.json";

    private final JsonNode content;

    private TokenizerConfig(JsonNode content) {
        this.content = content;
    }

    /**
     * @throws IOException if the file cannot be read
     * @throws ModelFormatException if it is no JSON object
     */
    public static TokenizerConfig read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        return new TokenizerConfig(
                Files.exists(file)
                        ? ModelJson.read(file, ModelJson.SETTINGS_BYTES)
                        : JsonNodeFactory.instance.objectNode());
    }

    /**
     * The spelling of a special token.
     *
     * @param name such as {@code bos_token}
     */
    public Optional<String> specialToken(String name) {
        JsonNode token = content.path(name);
        JsonNode spelling = token.isObject() ? token.path("content") : token;
        if (!spelling.isString() && !token.isNull() && !token.isMissingNode()) {
            throw new ModelFormatException(NAME + ": " + name + " is no token");
        }
        return spelling.isString() && !spelling.asString().isEmpty()
                ? Optional.of(spelling.asString())
                : Optional.empty();
    }

    /** As it is in the file, of whatever type; a missing node if it is not there. */
    public JsonNode chatTemplate() {
        return content.path("chat_template");
    }

    /** Whether a begin token is put in front of texts; empty where the file leaves it to {@code tokenizer.json}. */
    Optional<Boolean> addsBegin() {
        JsonNode flag = content.path("add_bos_token");
        return flag.isBoolean() ? Optional.of(flag.asBoolean()) : Optional.empty();
    }
}
