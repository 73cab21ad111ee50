package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.text.Characters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads when an answer ends. */
final class StopReader {

    private static final int MAX_STRINGS = 16;
    private static final int MAX_STRING_LENGTH = 256;
    private static final int MAX_IDS = 64;

    private StopReader() {}

    /**
     * @throws ApiException 400 that names the field
     */
    static StopCriteria read(GenerationFields fields, Vocabulary vocabulary, int maxTokens) {
        return new StopCriteria(
                maxTokens,
                strings(fields.stop()),
                ids(fields.stopTokenIds(), vocabulary),
                Boolean.TRUE.equals(fields.ignoreEos()),
                Checks.integer("min_tokens", fields.minTokens(), 0, maxTokens, 0));
    }

    private static List<String> strings(@Nullable JsonNode stop) {
        if (stop == null || stop.isNull()) {
            return List.of();
        }
        if (stop.isString()) {
            return List.of(checked(stop));
        }
        if (!stop.isArray()) {
            throw ApiException.invalid("stop", "stop must be a string or an array of strings.");
        }
        if (stop.size() > MAX_STRINGS) {
            throw ApiException.invalid(
                    "stop", "stop may have at most " + MAX_STRINGS + " strings, not " + stop.size() + ".");
        }
        List<String> strings = new ArrayList<>();
        stop.forEach(each -> strings.add(checked(each)));
        return strings;
    }

    private static String checked(JsonNode each) {
        if (!each.isString()) {
            throw ApiException.invalid("stop", "stop must be a string or an array of strings.");
        }
        String text = each.stringValue();
        int length = Characters.count(text);
        if (length == 0 || length > MAX_STRING_LENGTH) {
            throw ApiException.invalid(
                    "stop", "A stop string must have 1 to " + MAX_STRING_LENGTH + " characters, not " + length + ".");
        }
        if (!WellFormed.of(text).equals(text)) {
            throw ApiException.invalid("stop", "A stop string has half a surrogate pair.");
        }
        return text;
    }

    private static Set<Integer> ids(@Nullable List<@Nullable JsonNode> given, Vocabulary vocabulary) {
        if (given == null) {
            return Set.of();
        }
        if (given.size() > MAX_IDS) {
            throw ApiException.invalid("stop_token_ids", "stop_token_ids may have at most " + MAX_IDS + " ids.");
        }
        Set<Integer> ids = new HashSet<>();
        for (JsonNode id : given) {
            ids.add(TokenIds.checked("stop_token_ids", id, vocabulary));
        }
        return ids;
    }
}
