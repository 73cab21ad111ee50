package io.tokenrouter.app.v1;

import io.tokenrouter.engine.grammar.Grammar;
import io.tokenrouter.engine.grammar.UnsupportedSchemaException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * Reads {@code response_format}: any text, any JSON object, or a JSON schema, in the protocol's form or flat as llama.cpp has it. What
 * cannot be held is refused; nothing of a schema is ignored.
 */
@Component
class ResponseFormatReader {

    private static final String FIELD = "response_format";
    private static final String ANY_OBJECT = "{\"type\":\"object\"}";

    private final ApiJson json;

    ResponseFormatReader(ApiJson json) {
        this.json = json;
    }

    /** A schema and where it stands in the request. */
    private record Asked(String place, JsonNode schema) {}

    /**
     * What the answer may be made of; null for anything.
     *
     * @throws ApiException 400 that names the place
     */
    @Nullable
    AnswerForm read(@Nullable JsonNode format) {
        if (!Checks.isGiven(format)) {
            return null;
        }
        if (!format.isObject()) {
            throw ApiException.invalid(FIELD, "response_format must be an object.");
        }
        return switch (format.path("type").asString("")) {
            case "text" -> {
                requireOnly(format, FIELD, Set.of("type"));
                yield null;
            }
            case "json_object" -> {
                requireOnly(format, FIELD, Set.of("type", "schema"));
                yield Checks.isGiven(format.get("schema"))
                        ? form(new Asked(FIELD + ".schema", format.get("schema")))
                        : new AnswerForm(FIELD, ANY_OBJECT, Grammar::anyObject);
            }
            case "json_schema" -> form(schema(format));
            default ->
                throw ApiException.invalid(
                        FIELD + ".type", "response_format.type must be 'text', 'json_object' or 'json_schema'.");
        };
    }

    private static Asked schema(JsonNode format) {
        if (format.has("schema") && !format.has("json_schema")) {
            requireOnly(format, FIELD, Set.of("type", "schema", "strict", "name", "description"));
            return new Asked(FIELD + ".schema", format.get("schema"));
        }
        String place = FIELD + ".json_schema";
        requireOnly(format, FIELD, Set.of("type", "json_schema"));
        JsonNode wrapper = format.path("json_schema");
        if (!wrapper.isObject() || !Checks.isGiven(wrapper.get("schema"))) {
            throw ApiException.invalid(place, place + " must be an object with a schema.");
        }
        requireOnly(wrapper, place, Set.of("name", "description", "strict", "schema"));
        return new Asked(place + ".schema", wrapper.get("schema"));
    }

    private AnswerForm form(Asked asked) {
        JsonNode schema = asked.schema;
        if (!schema.isObject() && !schema.isBoolean()) {
            throw ApiException.invalid(asked.place, asked.place + " must be a JSON schema: an object, true or false.");
        }
        return new AnswerForm(asked.place, schema.toString(), () -> {
            try {
                return Grammar.ofSchema(json.plain(schema));
            } catch (UnsupportedSchemaException unsupported) {
                throw AnswerForms.unsupported(asked.place, unsupported);
            }
        });
    }

    private static void requireOnly(JsonNode object, String place, Set<String> known) {
        for (String name : object.propertyNames()) {
            if (!known.contains(name) && !object.get(name).isNull()) {
                String shown = ApiException.shorten(name);
                throw ApiException.invalid(place + "." + shown, place + " has no field '" + shown + "' of this type.");
            }
        }
    }
}
