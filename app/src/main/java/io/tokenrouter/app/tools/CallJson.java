package io.tokenrouter.app.tools;

import io.tokenrouter.engine.text.Utf8;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON values of calls. Numbers keep their digits. */
final class CallJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private CallJson() {}

    /** Of a value that may be an object, the text of one, or null, as a text; null if it is something else. */
    static @Nullable String arguments(JsonNode value) {
        if (value.isNull()) {
            return "{}";
        }
        JsonNode meant = value.isString() ? parse(value.stringValue()) : value;
        return meant instanceof ObjectNode object ? compact(object) : null;
    }

    /** Any JSON value; null if it is none. */
    static @Nullable JsonNode parse(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException | NumberFormatException malformed) {
            return null;
        }
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static JsonNode text(String text) {
        return MAPPER.getNodeFactory().stringNode(text);
    }

    static String compact(JsonNode value) {
        return Utf8.wellFormed(MAPPER.writeValueAsString(value));
    }
}
