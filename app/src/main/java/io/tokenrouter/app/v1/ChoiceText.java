package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.tokenizer.IncrementalDetokenizer;
import java.util.ArrayList;
import java.util.List;

/**
 * One choice's tokens on their way to text. Tokens that become final without text of their own, such as an end token, go with
 * the next text, or remain for the end. Not safe for use by several threads at once.
 */
final class ChoiceText {

    private static final Released NOTHING = new Released("", List.of());

    private final IncrementalDetokenizer detokenizer;
    private final List<TokenEvent.Token> held = new ArrayList<>();
    private int complete;

    ChoiceText(Vocabulary vocabulary, List<String> stops) {
        this.detokenizer = new IncrementalDetokenizer(vocabulary, stops);
    }

    /** What this token makes safe to send; no tokens without text. */
    Released add(TokenEvent.Token token) {
        held.add(token);
        return release(detokenizer.accept(token.id()));
    }

    /** What was held back and does count as text. */
    Released end() {
        return release(detokenizer.finish());
    }

    /** Tokens that went with no text. */
    List<TokenEvent.Token> takeRest() {
        return take(held.size());
    }

    private Released release(IncrementalDetokenizer.Chunk chunk) {
        complete += chunk.tokens();
        return chunk.text().isEmpty() ? NOTHING : new Released(chunk.text(), take(complete));
    }

    private List<TokenEvent.Token> take(int count) {
        List<TokenEvent.Token> first = held.subList(0, count);
        List<TokenEvent.Token> taken = List.copyOf(first);
        first.clear();
        complete = 0;
        return taken;
    }
}
