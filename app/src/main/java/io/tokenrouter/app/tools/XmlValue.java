package io.tokenrouter.app.tools;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Values without quotes. The tool's schema says whether {@code 12} is a number or text. */
final class XmlValue {

    private static final Set<String> NOT_TEXT = Set.of("object", "array", "integer", "number", "boolean", "null");

    private XmlValue() {}

    /**
     * @param written between the tags; a line break at either end belongs to them
     * @param schema of the arguments
     */
    static JsonNode read(String written, Map<String, @Nullable Object> schema, String name) {
        String text = written.startsWith("\n") ? written.substring(1) : written;
        text = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        JsonNode parsed = isText(schema, name) || text.isBlank() ? null : CallJson.parse(text.strip());
        return parsed == null ? CallJson.text(text) : parsed;
    }

    /** Whether an argument is a text whatever it looks like; so it is where nothing is said of it. */
    static boolean isText(Map<String, @Nullable Object> schema, String name) {
        if (!(schema.get("properties") instanceof Map<?, ?> properties)
                || !(properties.get(name) instanceof Map<?, ?> property)) {
            return true;
        }
        return switch (property.get("type")) {
            case String type -> !NOT_TEXT.contains(type);
            case List<?> types -> types.contains("string");
            case null, default -> property.isEmpty() || isListOfTexts(property);
        };
    }

    private static boolean isListOfTexts(Map<?, ?> property) {
        return property.containsKey("const")
                ? property.get("const") instanceof String
                : property.get("enum") instanceof List<?> values
                        && values.stream().allMatch(String.class::isInstance);
    }
}
