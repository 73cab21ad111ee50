package io.tokenrouter.app.v1;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.Vocabulary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who wrote one token.
 *
 * @param text what it adds to the text; U+FFFD stands for part of a character, control tokens have none
 * @param bytes the same, exactly; unsigned
 * @param writer id of the model; absent where an algorithm inserted the token
 * @param entropy nats, of the model that was asked first at this position; absent when not computed
 * @param logprob under the writer; absent when unknown
 * @param proposed the token that was not taken, where both models were asked
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TraceEntry(
        int id,
        String text,
        int[] bytes,
        @Nullable String writer,
        @Nullable Float entropy,
        @Nullable Float logprob,
        @Nullable Proposal proposed) {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Proposal(
            int id, String text, String writer, @Nullable Float entropy) {}

    static List<TraceEntry> of(List<TokenEvent.Token> tokens, Vocabulary vocabulary) {
        return tokens.stream().map(token -> of(token, vocabulary)).toList();
    }

    private static TraceEntry of(TokenEvent.Token token, Vocabulary vocabulary) {
        TokenText text = TokenText.of(token.id(), vocabulary);
        TokenEvent.Proposed proposed = token.proposed();
        return new TraceEntry(
                token.id(),
                text.text(),
                text.bytes(),
                token.writer(),
                JsonNumbers.orAbsent(token.entropy()),
                JsonNumbers.orAbsent(token.logprob()),
                proposed == null
                        ? null
                        : new Proposal(
                                proposed.id(),
                                TokenText.of(proposed.id(), vocabulary).text(),
                                proposed.writer(),
                                JsonNumbers.orAbsent(proposed.entropy())));
    }
}
