package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.text.Characters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Log-probabilities of a text completion's choice, each under the model that wrote the token.
 *
 * @param textOffset where each token begins in the choice's text, in characters (code points)
 */
record TextLogprobs(
        List<String> tokens,
        List<Float> tokenLogprobs,
        List<Map<String, Float>> topLogprobs,
        List<Integer> textOffset) {

    /**
     * @param offset where the first of the tokens begins
     */
    static TextLogprobs of(List<TokenEvent.Token> tokens, Vocabulary vocabulary, int offset) {
        TextLogprobs all = new TextLogprobs(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        int begins = offset;
        for (TokenEvent.Token token : tokens) {
            if (!vocabulary.isControl(token.id()) || vocabulary.bytes(token.id()).length > 0) {
                String text = TokenText.of(token.id(), vocabulary).text();
                float logprob = JsonNumbers.logprob(token.logprob());
                all.tokens.add(text);
                all.tokenLogprobs.add(logprob);
                all.topLogprobs.add(alternatives(token, text, logprob, vocabulary));
                all.textOffset.add(begins);
                begins += Characters.count(text);
            }
        }
        return all;
    }

    private static Map<String, Float> alternatives(
            TokenEvent.Token token, String text, float logprob, Vocabulary vocabulary) {
        Map<String, Float> top = new LinkedHashMap<>();
        for (int i = 0; i < token.topIds().length; i++) {
            top.putIfAbsent(
                    TokenText.of(token.topIds()[i], vocabulary).text(), JsonNumbers.logprob(token.topLogprobs()[i]));
        }
        top.putIfAbsent(text, logprob);
        return top;
    }
}
