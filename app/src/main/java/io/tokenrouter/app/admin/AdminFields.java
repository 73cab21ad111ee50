package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.web.JsonFault;
import io.tokenrouter.engine.text.Characters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of a body that an operator sends: one JSON object, of a bounded size, no name twice. Each field is taken once; what
 * is left over at the end was misspelt.
 */
final class AdminFields {

    private static final int MOST_BYTES = 16_384;

    private static final TypeReference<Map<String, @Nullable Object>> OBJECT = new TypeReference<>() {};
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Map<String, @Nullable Object> fields;

    private AdminFields(Map<String, @Nullable Object> fields) {
        this.fields = fields;
    }

    /** @throws Problem 400 that says what is wrong with the body */
    static AdminFields of(byte[] body) {
        return of(body, MOST_BYTES);
    }

    /** Of a body that may be larger than those of other requests. */
    static AdminFields of(byte[] body, int mostBytes) {
        if (body.length > mostBytes) {
            throw Problem.invalid("body", "The body must have at most " + mostBytes + " bytes");
        }
        JsonNode root;
        try {
            root = JSON.readTree(body);
        } catch (JacksonException bad) {
            throw Problem.invalid("body", "The body is not valid JSON" + JsonFault.describe(bad, body));
        }
        if (!(root instanceof ObjectNode)) {
            throw Problem.invalid("body", "The body must be a JSON object.");
        }
        refuseRepeatedNames(body);
        root.forEachEntry(AdminFields::refuseNul);
        return new AdminFields(new HashMap<>(JSON.convertValue(root, OBJECT)));
    }

    /** The one character that Postgres cannot keep. */
    private static void refuseNul(String name, JsonNode value) {
        if (name.indexOf(0) >= 0) {
            throw Problem.invalid("body", "The name of a field must not have the character U+0000");
        }
        if (hasNul(value)) {
            throw Problem.invalid(name, name + " must not have the character U+0000");
        }
    }

    private static boolean hasNul(JsonNode node) {
        return node.asString("").indexOf(0) >= 0
                || node.propertyNames().stream().anyMatch(name -> name.indexOf(0) >= 0)
                || node.values().stream().anyMatch(AdminFields::hasNul);
    }

    /** The value of a field, whatever its type; null if it was left out. */
    @Nullable
    Object take(String name) {
        return fields.remove(name);
    }

    /** @param otherwise where it was left out or null */
    String text(String name, String otherwise) {
        return switch (take(name)) {
            case null -> otherwise;
            case String text -> text;
            default -> throw Problem.invalid(name, name + " must be a string");
        };
    }

    /** @param otherwise where it was left out or null */
    boolean flag(String name, boolean otherwise) {
        return switch (take(name)) {
            case null -> otherwise;
            case Boolean flag -> flag;
            default -> throw Problem.invalid(name, name + " must be true or false");
        };
    }

    /** Null where it was left out or null. */
    @Nullable
    Integer integer(String name) {
        return switch (take(name)) {
            case null -> null;
            case Integer number -> number;
            default -> throw Problem.invalid(name, name + " must be a whole number, or null");
        };
    }

    /** Null where it was left out or null. */
    @Nullable
    Long wide(String name) {
        return switch (take(name)) {
            case null -> null;
            case Integer number -> number.longValue();
            case Long number -> number;
            default -> throw Problem.invalid(name, name + " must be a whole number of at most 64 bits, or null");
        };
    }

    /** Null where it was left out or null. */
    @Nullable
    Double number(String name) {
        return switch (take(name)) {
            case null -> null;
            case Number number -> number.doubleValue();
            default -> throw Problem.invalid(name, name + " must be a number");
        };
    }

    /** Empty where it was left out or null. */
    List<String> texts(String name) {
        Object value = take(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list) || !list.stream().allMatch(String.class::isInstance)) {
            throw Problem.invalid(name, name + " must be a list of strings");
        }
        return list.stream().map(String.class::cast).toList();
    }

    /** An object's fields that are not null; empty where it was left out or null. */
    Map<String, Object> options(String name) {
        Object given = take(name);
        if (given == null) {
            return Map.of();
        }
        if (!(given instanceof Map<?, ?> map)) {
            throw Problem.invalid(name, name + " must be an object");
        }
        Map<String, Object> options = new HashMap<>();
        map.forEach((option, value) -> {
            if (value != null) {
                options.put(String.valueOf(option), value);
            }
        });
        return options;
    }

    /** The reason that was given for the audit trail; null for none. */
    @Nullable
    String reason() {
        Object given = take("reason");
        if (given == null) {
            return null;
        }
        if (!(given instanceof String reason) || Characters.count(reason) > AuditTrail.LONGEST_REASON) {
            throw Problem.invalid(
                    "reason", "reason must be a string of at most " + AuditTrail.LONGEST_REASON + " characters");
        }
        return reason;
    }

    /**
     * A text of a line, as a parameter of an address has it.
     *
     * @param most characters
     * @throws Problem 400 that says what is wrong with it
     */
    static String plain(String name, String given, int most) {
        if (Characters.count(given) > most) {
            throw Problem.invalid(name, name + " must have at most " + most + " characters");
        }
        if (given.chars().anyMatch(Character::isISOControl)) {
            throw Problem.invalid(name, name + " must not have control characters");
        }
        return given;
    }

    /** What was not taken and is not null. */
    Map<String, Object> rest() {
        Map<String, Object> rest = new HashMap<>();
        fields.forEach((name, value) -> {
            if (value != null) {
                rest.put(name, value);
            }
        });
        return rest;
    }

    /** @throws Problem 400 if a field is left that nobody took */
    void refuseRest() {
        if (!fields.isEmpty()) {
            String name = fields.keySet().stream().sorted().findFirst().orElseThrow();
            String shown = Characters.shortened(name, Problem.MOST_SHOWN);
            throw Problem.invalid(shown, "There is no field " + shown + " here");
        }
    }

    /** @param body valid JSON */
    private static void refuseRepeatedNames(byte[] body) {
        try {
            STRICT.readTree(body);
        } catch (JacksonException repeated) {
            TokenStreamLocation at = repeated.getLocation();
            throw Problem.invalid(
                    "body",
                    "The body names a field twice"
                            + (at == null ? "." : " at line " + at.getLineNr() + ", column " + at.getColumnNr() + "."));
        }
    }
}
