package io.tokenrouter.app.tools;

import io.tokenrouter.engine.text.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Calls that are written as JSON: an object with a name and arguments, or a list of such. Numbers keep their digits. */
final class CallJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private CallJson() {}

    /** The calls of a text; nothing if it is not made of calls alone. */
    static Optional<List<ToolCall>> calls(String text) {
        JsonNode node = parse(text);
        if (node == null || node.isArray() && node.isEmpty()) {
            return Optional.empty();
        }
        List<ToolCall> calls = new ArrayList<>();
        for (JsonNode each : node.isArray() ? node : List.of(node)) {
            Optional<ToolCall> call = call(each);
            if (call.isEmpty()) {
                return Optional.empty();
            }
            calls.add(call.get());
        }
        return Optional.of(calls);
    }

    /** A text that is the arguments themselves. */
    static Optional<String> arguments(String text) {
        return parse(text) instanceof ObjectNode object ? Optional.of(compact(object)) : Optional.empty();
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

    private static Optional<ToolCall> call(JsonNode node) {
        JsonNode name = node.path("name");
        JsonNode arguments = node.has("arguments") ? node.path("arguments") : node.path("parameters");
        if (!node.isObject() || !name.isString()) {
            return Optional.empty();
        }
        if (arguments.isMissingNode() || arguments.isNull()) {
            return Optional.of(new ToolCall(name.stringValue(), "{}"));
        }
        Optional<String> text = arguments.isString()
                ? arguments(arguments.stringValue())
                : arguments.isObject() ? Optional.of(compact(arguments)) : Optional.empty();
        return text.map(json -> new ToolCall(name.stringValue(), json));
    }
}
