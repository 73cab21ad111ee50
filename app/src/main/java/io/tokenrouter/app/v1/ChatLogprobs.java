package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.Vocabulary;
import java.util.ArrayList;
import java.util.List;

/** Log-probabilities of a chat choice, each under the model that wrote the token. */
record ChatLogprobs(List<TokenLogprob> content) {

    record TokenLogprob(String token, float logprob, int[] bytes, List<TopLogprob> topLogprobs) {}

    record TopLogprob(String token, float logprob, int[] bytes) {}

    static ChatLogprobs of(List<TokenEvent.Token> tokens, Vocabulary vocabulary) {
        List<TokenLogprob> content = new ArrayList<>();
        for (TokenEvent.Token token : tokens) {
            if (!vocabulary.isControl(token.id()) || vocabulary.bytes(token.id()).length > 0) {
                content.add(of(token, vocabulary));
            }
        }
        return new ChatLogprobs(content);
    }

    private static TokenLogprob of(TokenEvent.Token token, Vocabulary vocabulary) {
        TokenText text = TokenText.of(token.id(), vocabulary);
        List<TopLogprob> top = new ArrayList<>();
        for (int i = 0; i < token.topIds().length; i++) {
            TokenText alternative = TokenText.of(token.topIds()[i], vocabulary);
            top.add(new TopLogprob(
                    alternative.text(), JsonNumbers.logprob(token.topLogprobs()[i]), alternative.bytes()));
        }
        return new TokenLogprob(text.text(), JsonNumbers.logprob(token.logprob()), text.bytes(), top);
    }
}
