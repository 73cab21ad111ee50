package io.tokenrouter.app.accounts;

import io.tokenrouter.engine.text.Characters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What was before and after, as the audit trail keeps it. */
final class AuditJson {

    /** An entry is for people to read. */
    static final int MOST_CHARACTERS = 65_536;

    static final String MASK = "(not shown)";

    /** Names whose values nobody may read later; the second line of defence behind the callers, who leave them out. */
    private static final Pattern SECRET = Pattern.compile(
            "password|passphrase|secret|credential|authorization|cookie|.*_(hash|token|password|secret)");

    private static final TypeReference<Map<String, @Nullable Object>> OBJECT = new TypeReference<>() {};

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private AuditJson() {}

    /** @throws IllegalArgumentException if it is longer than {@link #MOST_CHARACTERS} */
    static @Nullable String write(@Nullable Map<String, ?> values) {
        if (values == null) {
            return null;
        }
        JsonNode tree = MAPPER.valueToTree(values);
        mask(tree);
        // Postgres has no text with this character
        String text = MAPPER.writeValueAsString(tree).replace("\\u0000", "\\ufffd");
        if (Characters.count(text) > MOST_CHARACTERS) {
            throw new IllegalArgumentException("an audit entry holds at most " + MOST_CHARACTERS + " characters");
        }
        return text;
    }

    static @Nullable Map<String, @Nullable Object> read(@Nullable String json) {
        return json == null ? null : MAPPER.readValue(json, OBJECT);
    }

    private static void mask(JsonNode node) {
        if (node instanceof ObjectNode object) {
            List.copyOf(object.propertyNames()).forEach(name -> {
                if (SECRET.matcher(name.toLowerCase(Locale.ROOT)).matches()
                        && !object.path(name).isNull()) {
                    object.put(name, MASK);
                }
            });
        }
        node.forEach(AuditJson::mask);
    }
}
