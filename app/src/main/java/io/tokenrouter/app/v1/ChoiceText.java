package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.Vocabulary;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One choice's tokens on their way to text. Not safe for several threads. */
final class ChoiceText {

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final Vocabulary vocabulary;
    private final List<TokenEvent.Token> held = new ArrayList<>();
    private byte[] rest = {};

    ChoiceText(Vocabulary vocabulary, List<String> stops) {
        this.vocabulary = vocabulary;
    }

    /** What this token makes safe to send; text and tokens are empty together. */
    Released add(TokenEvent.Token token) {
        held.add(token);
        byte[] more = vocabulary.bytes(token.id());
        ByteBuffer in = ByteBuffer.allocate(rest.length + more.length)
                .put(rest)
                .put(more)
                .flip();
        CharBuffer out = CharBuffer.allocate(in.remaining() + 1);
        decoder.decode(in, out, false);
        rest = new byte[in.remaining()];
        in.get(rest);
        String text = out.flip().toString();
        return text.isEmpty() ? new Released("", List.of()) : new Released(text, takeHeld());
    }

    /** What was held back and does count as text. */
    Released end() {
        return rest.length == 0 ? new Released("", List.of()) : new Released("\uFFFD", takeHeld());
    }

    /** Tokens that no text was released for so far: end tokens, and those that a stop string swallowed. */
    List<TokenEvent.Token> takeHeld() {
        List<TokenEvent.Token> taken = List.copyOf(held);
        held.clear();
        return taken;
    }
}
