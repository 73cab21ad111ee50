package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.Tool;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads one tool. */
final class ToolDefinition {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private ToolDefinition() {}

    /** @throws ApiException 400 that names the place */
    static Tool read(JsonNode tool, String place, ApiJson json) {
        if (!tool.isObject()) {
            throw ApiException.invalid(place, place + " must be an object with type and function.");
        }
        if (!"function".equals(tool.path("type").asString(""))) {
            throw ApiException.invalid(place + ".type", place + ".type must be 'function'.");
        }
        JsonNode function = tool.path("function");
        String inside = place + ".function";
        if (!function.isObject()) {
            throw ApiException.invalid(inside, inside + " must be an object with a name.");
        }
        JsonNode name = function.path("name");
        if (!name.isString() || !NAME.matcher(name.stringValue()).matches()) {
            throw ApiException.invalid(
                    inside + ".name", inside + ".name must be 1 to 64 letters, digits, '_', '-' or '.'.");
        }
        requireIf(
                isAbsent(function, "description") || function.get("description").isString(),
                inside,
                "description",
                "a string");
        requireIf(
                isAbsent(function, "strict") || function.get("strict").isBoolean(), inside, "strict", "true or false");
        return new Tool(name.stringValue(), parameters(function, inside, json));
    }

    /** An object as a parser gives it. */
    static Map<String, @Nullable Object> fields(@Nullable Object plain) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (plain instanceof Map<?, ?> map) {
            map.forEach((key, value) -> fields.put(String.valueOf(key), value));
        }
        return fields;
    }

    /** A function without parameters takes none. */
    private static Map<String, @Nullable Object> parameters(JsonNode function, String inside, ApiJson json) {
        if (isAbsent(function, "parameters")) {
            return Map.of("type", "object", "properties", Map.of());
        }
        JsonNode schema = function.get("parameters");
        String place = inside + ".parameters";
        requireIf(schema.isObject(), inside, "parameters", "a JSON schema: an object");
        requireIf(
                isAbsent(schema, "type") || "object".equals(schema.get("type").asString("")),
                place,
                "type",
                "'object': arguments come by name");
        requireIf(
                isAbsent(schema, "properties") || schema.get("properties").isObject(),
                place,
                "properties",
                "an object");
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            requireIf(
                    property.getValue().isObject() || property.getValue().isBoolean(),
                    place + ".properties",
                    ApiException.shorten(property.getKey()),
                    "a JSON schema: an object, true or false");
        }
        JsonNode required = schema.path("required");
        requireIf(
                isAbsent(schema, "required")
                        || required.isArray() && required.valueStream().allMatch(JsonNode::isString),
                place,
                "required",
                "an array of names");
        Map<String, @Nullable Object> fields = fields(json.plain(schema));
        fields.values().removeAll(java.util.Collections.singleton(null));
        fields.putIfAbsent("type", "object");
        return fields;
    }

    private static boolean isAbsent(JsonNode object, String field) {
        return !Checks.isGiven(object.get(field));
    }

    private static void requireIf(boolean holds, String place, String field, String what) {
        if (!holds) {
            throw ApiException.invalid(place + "." + field, place + "." + field + " must be " + what + ".");
        }
    }
}
