package io.tokenrouter.engine.model;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The fields of a JSON object from a model's folder. A field that is null counts as absent. Every method throws
 * {@link ModelFormatException} naming the field when it is absent without a default, of another type, or out of range.
 *
 * @param where name of the object in messages, for example {@code config.json}
 */
record JsonKeys(JsonNode object, String where) {

    boolean has(String key) {
        return find(key) != null;
    }

    /** Null if it is absent. */
    @Nullable
    JsonNode find(String key) {
        JsonNode value = object.get(key);
        return value == null || value.isNull() ? null : value;
    }

    /** An object in which everything is absent. */
    static JsonKeys empty() {
        return new JsonKeys(JsonNodeFactory.instance.objectNode(), "");
    }

    /** An object within; null if it is absent. */
    @Nullable
    JsonKeys object(String key) {
        JsonNode value = find(key);
        if (value == null) {
            return null;
        }
        if (!value.isObject()) {
            throw refused(key, "is no object");
        }
        return new JsonKeys(value, where + ": " + key);
    }

    String string(String key) {
        JsonNode value = required(key);
        if (!value.isString()) {
            throw refused(key, "is no string");
        }
        return value.asString();
    }

    String string(String key, String absent) {
        return has(key) ? string(key) : absent;
    }

    boolean flag(String key, boolean absent) {
        JsonNode value = find(key);
        if (value == null) {
            return absent;
        }
        if (!value.isBoolean()) {
            throw refused(key, "is neither true nor false");
        }
        return value.asBoolean();
    }

    /** From {@code low} to {@code high}, both included. */
    int integer(String key, int low, int high) {
        return integer(key, required(key), low, high);
    }

    int integer(String key, int low, int high, int absent) {
        return has(key) ? integer(key, low, high) : absent;
    }

    float positive(String key) {
        return positive(key, required(key));
    }

    float positive(String key, float absent) {
        return has(key) ? positive(key) : absent;
    }

    /** Positive numbers, exactly {@code length} of them. */
    float[] positives(String key, int length) {
        JsonNode values = array(key, length);
        float[] numbers = new float[length];
        for (int i = 0; i < length; i++) {
            numbers[i] = positive(key, values.get(i));
        }
        return numbers;
    }

    /** An array of exactly {@code length} values. */
    JsonNode array(String key, int length) {
        JsonNode values = required(key);
        if (!values.isArray() || values.size() != length) {
            throw refused(key, "must be an array of " + length + " values");
        }
        return values;
    }

    ModelFormatException refused(String key, String why) {
        return new ModelFormatException(where + ": " + key + " " + why);
    }

    private JsonNode required(String key) {
        JsonNode value = find(key);
        if (value == null) {
            throw refused(key, "is missing");
        }
        return value;
    }

    private int integer(String key, JsonNode value, int low, int high) {
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.asInt() < low || value.asInt() > high) {
            throw refused(key, "must be a whole number from " + low + " to " + high);
        }
        return value.asInt();
    }

    private float positive(String key, JsonNode value) {
        float number = value.isNumber() ? value.floatValue() : Float.NaN;
        if (!(number > 0) || Float.isInfinite(number)) {
            throw refused(key, "must be a positive number");
        }
        return number;
    }
}
