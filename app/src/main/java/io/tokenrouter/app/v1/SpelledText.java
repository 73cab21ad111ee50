package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Ids as text in which control tokens are spelled out, so that whoever looks for a fault sees them. */
final class SpelledText {

    private SpelledText() {}

    static String of(int[] ids, Tokenizer tokenizer) {
        Vocabulary vocabulary = tokenizer.vocabulary();
        int control = 0;
        while (control < ids.length && !vocabulary.isControl(ids[control])) {
            control++;
        }
        // a tokenizer may strip the space that it puts before a text, which only the beginning of one has
        String beginning = tokenizer.decode(Arrays.copyOf(ids, control));
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        for (int i = control; i < ids.length; i++) {
            rest.writeBytes(
                    vocabulary.isControl(ids[i])
                            ? vocabulary.piece(ids[i]).getBytes(StandardCharsets.UTF_8)
                            : vocabulary.bytes(ids[i]));
        }
        return beginning + rest.toString(StandardCharsets.UTF_8);
    }
}
