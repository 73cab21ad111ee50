package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** One id per byte, then {@code <end>} with id 256: small enough to see through, and it splits every character but ASCII. */
final class LetterTokenizer implements Tokenizer {

    static final int END = 256;

    private static final Vocabulary VOCABULARY = new Bytes();

    @Override
    public Vocabulary vocabulary() {
        return VOCABULARY;
    }

    @Override
    public int[] encode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int[] ids = new int[bytes.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = Byte.toUnsignedInt(bytes[i]);
        }
        return ids;
    }

    @Override
    public int[] encodeContinuation(String text) {
        return encode(text);
    }

    @Override
    public int[] encode(RenderedChat chat) {
        return encode(chat.text());
    }

    @Override
    public String decode(int[] ids) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int id : ids) {
            bytes.writeBytes(vocabulary().bytes(id));
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {}

    private static final class Bytes implements Vocabulary {

        @Override
        public int size() {
            return END + 1;
        }

        @Override
        public byte[] bytes(int id) {
            return id == END ? new byte[0] : new byte[] {(byte) id};
        }

        @Override
        public String piece(int id) {
            return id == END ? "<end>" : "<0x%02X>".formatted(id);
        }

        @Override
        public boolean isControl(int id) {
            return id == END;
        }

        @Override
        public Set<Integer> endIds() {
            return Set.of(END);
        }
    }
}
