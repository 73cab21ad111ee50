package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The {@code tokenizer_config.json} of a folder; one that says nothing where there is none. Immutable. */
public final class TokenizerConfig {

    private static final String NAME = "tokenizer_config.json";

    /** What templates may want to know the spelling of. */
    public static final List<String> SPECIAL_TOKENS =
            List.of("bos_token", "eos_token", "unk_token", "pad_token", "sep_token", "cls_token", "mask_token");

    private static final String TEMPLATE = "chat_template";
    private static final String ADDS_BEGIN = "add_bos_token";

    private final Map<String, JsonNode> members;

    private TokenizerConfig(Map<String, JsonNode> members) {
        this.members = members;
    }

    /**
     * @throws IOException if the file cannot be read
     * @throws ModelFormatException if it is no JSON object
     */
    public static TokenizerConfig read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        Set<String> wanted = new HashSet<>(SPECIAL_TOKENS);
        wanted.add(TEMPLATE);
        wanted.add(ADDS_BEGIN);
        return new TokenizerConfig(Files.exists(file) ? SettingsFile.read(file, wanted) : Map.of());
    }

    /**
     * The spelling of a special token.
     *
     * @param name one of {@link #SPECIAL_TOKENS}
     */
    public Optional<String> specialToken(String name) {
        JsonNode token = member(name);
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
        return member(TEMPLATE);
    }

    /** Whether a begin token is put in front of texts; empty where the file leaves it to {@code tokenizer.json}. */
    Optional<Boolean> addsBegin() {
        JsonNode flag = member(ADDS_BEGIN);
        return flag.isBoolean() ? Optional.of(flag.asBoolean()) : Optional.empty();
    }

    private JsonNode member(String name) {
        return members.getOrDefault(name, MissingNode.getInstance());
    }
}
