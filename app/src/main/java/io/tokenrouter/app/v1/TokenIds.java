package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.Vocabulary;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads token ids. */
final class TokenIds {

    private TokenIds() {}

    /**
     * @param param the field that holds the id
     * @throws ApiException 400 that names the field, unless the value is an id of the vocabulary
     */
    static int checked(String param, @Nullable JsonNode value, Vocabulary vocabulary) {
        if (value == null
                || !value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < 0
                || value.intValue() >= vocabulary.size()) {
            throw ApiException.invalid(
                    param,
                    "Token ids in " + param + " must be whole numbers from 0 to " + (vocabulary.size() - 1) + ", not "
                            + ApiException.shorten(String.valueOf(value)) + ".");
        }
        return value.intValue();
    }
}
