package io.tokenrouter.app.v1;

import io.tokenrouter.app.web.JsonFault;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.LogicalType;

/**
 * JSON as this API reads and writes it: names in snake case, no silent conversion between types, bounds on what a caller
 * may nest. Errors name the field and say what it should have been.
 */
@Component
class ApiJson {

    private final JsonMapper mapper;

    ApiJson(ApiProperties properties) {
        JsonBounds bounds = new JsonBounds(Math.toIntExact(properties.maxBody().toBytes()));
        this.mapper = JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(bounds).build())
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfig(
                        LogicalType.Textual,
                        config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .build();
    }

    /**
     * @throws ApiException 400 that says where, unless the bytes are one JSON object
     */
    ObjectNode parse(byte[] body) {
        JsonNode root;
        try {
            root = mapper.readTree(body);
        } catch (StreamConstraintsException tooMuch) {
            throw ApiException.invalid(null, "The body " + tooMuch.getOriginalMessage());
        } catch (JacksonException bad) {
            throw ApiException.invalid(null, "The body is not valid JSON" + JsonFault.describe(bad, body));
        }
        if (root instanceof ObjectNode object) {
            return object;
        }
        throw ApiException.invalid(null, "The body must be a JSON object.");
    }

    /**
     * @throws ApiException 400 that names the field of a wrong type
     */
    <T> T bind(ObjectNode body, Class<T> type) {
        try {
            return mapper.treeToValue(body, type);
        } catch (JacksonException bad) {
            String param = param(bad);
            throw ApiException.invalid(param, (param == null ? "The body" : param) + " must be " + expected(bad) + ".");
        }
    }

    /** As maps in the order of the document, lists, strings, numbers, booleans and nulls. */
    @Nullable
    Object plain(JsonNode node) {
        return mapper.treeToValue(node, Object.class);
    }

    /**
     * A JSON object inside of a string, as {@link #plain} gives it.
     *
     * @throws ApiException 400 that names the field
     */
    Map<?, ?> object(String param, String text) {
        try {
            if (mapper.readValue(text, Object.class) instanceof Map<?, ?> object) {
                return object;
            }
        } catch (JacksonException bad) {
            // refused below like another value
        }
        throw ApiException.invalid(
                param, param + " must be a JSON object, as a string, not " + ApiException.shorten(text) + ".");
    }

    String text(@Nullable Object value) {
        return mapper.writeValueAsString(value);
    }

    byte[] write(Object value) {
        return mapper.writeValueAsBytes(value);
    }

    private static @Nullable String param(JacksonException bad) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : bad.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(ApiException.shorten(step.getPropertyName()));
            }
        }
        return path.isEmpty() ? null : path.toString();
    }

    private static String expected(JacksonException bad) {
        Class<?> target = bad instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        if (target == Boolean.class) {
            return "true or false";
        } else if (target == String.class) {
            return "a string";
        } else if (target != null && Iterable.class.isAssignableFrom(target)) {
            return "an array";
        } else {
            return "an object";
        }
    }
}
