package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.text.Characters;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** How many tokens an answer may have. */
final class Budget {

    private Budget() {}

    /**
     * @param param field that holds the prompt, for the error
     * @param asked the request's limit; null if it has none
     * @param byDefault most tokens where it has none
     * @throws ApiException 400 {@code context_length_exceeded} if prompt and answer cannot fit
     */
    static int of(String param, int promptTokens, @Nullable Integer asked, int byDefault, int contextLength) {
        int left = contextLength - promptTokens;
        if (left < 1) {
            throw exceeded(param, longest(contextLength) + "The prompt has " + promptTokens + " tokens.");
        }
        if (asked != null && asked > left) {
            throw exceeded(
                    param,
                    longest(contextLength) + "The prompt has " + promptTokens + " tokens and " + asked
                            + " were asked for.");
        }
        return asked == null ? Math.min(left, byDefault) : asked;
    }

    /**
     * Refuses a text that cannot fit whatever its tokens turn out to be, before time is spent on finding them: a token has at
     * most as many characters as the longest one of the vocabulary has bytes.
     *
     * @param characters of the text, without white space that a template may strip
     * @throws ApiException 400 {@code context_length_exceeded}
     */
    static void refuseHopeless(String param, long characters, Vocabulary vocabulary, int contextLength) {
        if (characters <= contextLength) {
            return;
        }
        long leastTokens = characters / longestToken(vocabulary);
        if (leastTokens >= contextLength) {
            throw exceeded(param, longest(contextLength) + "The prompt has at least " + leastTokens + " tokens.");
        }
    }

    /** Likewise a conversation as a template has written it. */
    static void refuseHopeless(String param, RenderedChat chat, Served served) {
        long characters = chat.segments().stream()
                .mapToLong(segment -> Characters.count(segment.text()))
                .sum();
        refuseHopeless(param, characters, served.tokenizer().vocabulary(), served.contextLength());
    }

    private static int longestToken(Vocabulary vocabulary) {
        int longest = 1;
        for (int id = 0; id < vocabulary.size(); id++) {
            longest = Math.max(longest, vocabulary.bytes(id).length);
        }
        return longest;
    }

    /** Clients such as litellm know the case by these words, whatever its code. */
    private static String longest(int contextLength) {
        return "This model's maximum context length is " + contextLength + " tokens, prompt and answer together. ";
    }

    private static ApiException exceeded(String param, String message) {
        return ApiException.refused(HttpStatus.BAD_REQUEST, param, "context_length_exceeded", message);
    }
}
