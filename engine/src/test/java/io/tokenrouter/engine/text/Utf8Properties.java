package io.tokenrouter.engine.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class Utf8Properties {

    /** Bytes in which sequences of all lengths, and all ways to break them, are common. */
    @Provide
    Arbitrary<byte[]> bytes() {
        return Arbitraries.of(
                        0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE3, 0xED, 0xEF, 0xF0, 0xF3,
                        0xF4, 0xF5, 0xFF)
                .map(Integer::byteValue)
                .array(byte[].class)
                .ofMaxSize(8);
    }

    /** The JDK's decoder stops in front of a sequence that more bytes could complete. */
    @Property(tries = 5000)
    void holdsBackWhatADecoderWouldWaitFor(@ForAll("bytes") byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE).decode(in, CharBuffer.allocate(64), false);
        assertThat(Utf8.unfinished(bytes, bytes.length)).isEqualTo(in.remaining());
    }

    @Property
    void encodesExactlyTheTextsThatSurviveTheRoundTrip(@ForAll String text) {
        boolean valid = new String(text.getBytes(UTF_8), UTF_8).equals(text);
        assertThat(Utf8.encode(text).isPresent()).isEqualTo(valid);
        Utf8.encode(text).ifPresent(encoded -> assertThat(encoded).isEqualTo(text.getBytes(UTF_8)));
    }
}
