package io.tokenrouter.app.keys;

import io.tokenrouter.engine.text.Characters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an operator decides about a key.
 *
 * @param name 2 to 40 characters; no two keys that are in use have the same, upper and lower case alike
 * @param owner up to 80 characters; may be empty
 * @param notes up to 500 characters; may be empty
 * @param models ids of pairs and models that it may ask for, in the order in which they are shown; none if empty. A pair's id
 *     allows the pair, not its models alone
 * @param mayRoute whether its requests may choose policy, options and threshold
 * @param requestsPerMinute 1 to 100,000; null for no limit
 * @param tokensPerMinute of prompts and answers together, 1 to 1,000,000,000; null for no limit
 * @param expiresAt the first instant at which it is refused; null for never
 */
public record KeySettings(
        String name,
        String owner,
        String notes,
        List<String> models,
        boolean mayRoute,
        @Nullable Integer requestsPerMinute,
        @Nullable Integer tokensPerMinute,
        @Nullable Instant expiresAt) {

    private static final int MOST_MODELS = 200;
    private static final int LONGEST_ID = 64;
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    /** @throws InvalidKeyException for the first that is wrong */
    public KeySettings {
        name = text("name", name, 2, 40);
        owner = text("owner", owner, 0, 80);
        notes = text("notes", notes, 0, 500);
        models = new ArrayList<>(new LinkedHashSet<>(models));
        if (models.size() > MOST_MODELS) {
            throw new InvalidKeyException("models", "must be at most " + MOST_MODELS + " ids");
        }
        for (String id : models) {
            text("models", id, 1, LONGEST_ID);
        }
        models = List.copyOf(models);
        inRange("requests_per_minute", requestsPerMinute, 100_000);
        inRange("tokens_per_minute", tokensPerMinute, 1_000_000_000);
        if (expiresAt != null && expiresAt.isAfter(LATEST)) {
            throw new InvalidKeyException("expires_at", "must be before the year 10000, or null");
        }
    }

    /** For the audit trail. */
    Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("name", name);
        map.put("owner", owner);
        map.put("notes", notes);
        map.put("models", models);
        map.put("may_route", mayRoute);
        map.put("requests_per_minute", requestsPerMinute);
        map.put("tokens_per_minute", tokensPerMinute);
        map.put("expires_at", expiresAt == null ? null : expiresAt.toString());
        return map;
    }

    private static String text(String field, String text, int least, int most) {
        String stripped = text.strip();
        int length = Characters.count(stripped);
        if (length < least || length > most) {
            throw new InvalidKeyException(
                    field,
                    least == 0
                            ? "must have at most " + most + " characters"
                            : "must have " + least + " to " + most + " characters");
        }
        if (stripped.codePoints().anyMatch(KeySettings::isNoText)) {
            throw new InvalidKeyException(field, "must not have control characters or broken ones");
        }
        return stripped;
    }

    /** What has no shape of its own can hide in a name what it really is; half a character cannot be stored. */
    private static boolean isNoText(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static void inRange(String field, @Nullable Integer value, int most) {
        if (value != null && (value < 1 || value > most)) {
            throw new InvalidKeyException(field, "must be from 1 to " + most + ", or null for no limit");
        }
    }
}
