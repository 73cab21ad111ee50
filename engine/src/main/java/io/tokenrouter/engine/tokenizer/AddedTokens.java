package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import tools.jackson.databind.JsonNode;

/** Reads entries of {@code added_tokens}. */
final class AddedTokens {

    private AddedTokens() {}

    /** @throws ModelFormatException if it is none that this engine can honour */
    static AddedToken of(JsonNode entry) {
        JsonNode id = entry.path("id");
        JsonNode content = entry.path("content");
        if (!id.canConvertToInt()
                || !id.isIntegralNumber()
                || !content.isString()
                || content.asString().isEmpty()) {
            throw new ModelFormatException(TokenizerJson.NAME + " has an added token without a usable id or content");
        }
        String spelling = content.asString();
        if (flag(entry, "single_word")) {
            throw new ModelFormatException(TokenizerJson.NAME + ": the added token \"" + Untrusted.name(spelling)
                    + "\" counts as a whole word only (single_word), which is not supported");
        }
        return new AddedToken(
                id.intValue(),
                spelling,
                flag(entry, "special") || looksLikeControl(spelling),
                flag(entry, "lstrip"),
                flag(entry, "rstrip"),
                flag(entry, "normalized"));
    }

    /**
     * Files are careless about what is special: DeepSeek's marks of who speaks are not. What is spelled like a control token
     * is one, as for llama.cpp's converter, or users could write it.
     */
    private static boolean looksLikeControl(String spelling) {
        return (spelling.startsWith("<|") && spelling.endsWith("|>"))
                || (spelling.startsWith("<｜") && spelling.endsWith("｜>"));
    }

    private static boolean flag(JsonNode entry, String name) {
        return entry.path(name).asBoolean(false);
    }
}
