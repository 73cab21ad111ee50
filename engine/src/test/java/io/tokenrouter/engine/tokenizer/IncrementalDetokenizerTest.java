package io.tokenrouter.engine.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.tokenizer.IncrementalDetokenizer.Chunk;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class IncrementalDetokenizerTest {

    @Test
    void anEmojiComesOutWithItsLastByte() {
        byte[] emoji = "😀".getBytes(UTF_8);
        IncrementalDetokenizer detokenizer = new IncrementalDetokenizer(
                new BytesVocabulary(
                        List.of("a".getBytes(UTF_8), Arrays.copyOf(emoji, 2), Arrays.copyOfRange(emoji, 2, 4))),
                List.of());
        assertThat(detokenizer.accept(0)).isEqualTo(new Chunk("a", 0, 1));
        assertThat(detokenizer.accept(1)).isEqualTo(new Chunk("", 1, 0));
        assertThat(detokenizer.accept(2)).isEqualTo(new Chunk("😀", 1, 2));
        assertThat(detokenizer.finish().isEmpty()).isTrue();
    }

    @Test
    void aPossibleStopStringIsHeldBackAndComesOutWhenItIsNone() {
        IncrementalDetokenizer detokenizer = detokenizer(List.of("END"), "see ", "E", "N", "T", "x");
        assertThat(detokenizer.accept(0)).isEqualTo(new Chunk("see ", 0, 1));
        assertThat(detokenizer.accept(1)).isEqualTo(new Chunk("", 1, 0));
        assertThat(detokenizer.accept(2)).isEqualTo(new Chunk("", 1, 0));
        assertThat(detokenizer.accept(3)).isEqualTo(new Chunk("ENT", 1, 3));
        assertThat(detokenizer.stopString()).isNull();
    }

    @Test
    void aStopStringAndWhatFollowsDoNotShow() {
        IncrementalDetokenizer detokenizer = detokenizer(List.of("\n\n"), "42.\n", "\nQ: next");
        assertThat(detokenizer.accept(0)).isEqualTo(new Chunk("42.", 0, 0));
        assertThat(detokenizer.accept(1)).isEqualTo(new Chunk("", 0, 2));
        assertThat(detokenizer.stopString()).isEqualTo("\n\n");
        assertThat(detokenizer.finish().isEmpty()).isTrue();
        assertThatThrownBy(() -> detokenizer.accept(0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void controlTokensAreReportedWithoutText() {
        IncrementalDetokenizer detokenizer = detokenizer(List.of(), "a", "", "b");
        detokenizer.accept(0);
        assertThat(detokenizer.accept(1)).isEqualTo(new Chunk("", 1, 1));
        assertThat(detokenizer.accept(2)).isEqualTo(new Chunk("b", 2, 1));
    }

    @Test
    void theEndFlushesWhatWasHeldBack() {
        IncrementalDetokenizer cut = new IncrementalDetokenizer(
                new BytesVocabulary(List.of(Arrays.copyOf("日".getBytes(UTF_8), 2))), List.of());
        assertThat(cut.accept(0)).isEqualTo(new Chunk("", 0, 0));
        assertThat(cut.finish()).isEqualTo(new Chunk("\uFFFD", 0, 1));

        IncrementalDetokenizer open = detokenizer(List.of("STOP"), "ST");
        open.accept(0);
        assertThat(open.finish()).isEqualTo(new Chunk("ST", 0, 1));
    }

    @Test
    void theFirstTokensHaveNoPartInAStopString() {
        IncrementalDetokenizer text = new IncrementalDetokenizer(
                new BytesVocabulary(List.of("S".getBytes(UTF_8), "ST".getBytes(UTF_8), "T!".getBytes(UTF_8))),
                List.of("ST"),
                2);
        assertThat(text.accept(1)).isEqualTo(new Chunk("ST", 0, 1));
        assertThat(text.accept(0)).isEqualTo(new Chunk("S", 1, 1));
        assertThat(text.accept(2)).isEqualTo(new Chunk("T!", 2, 1));
        assertThat(text.accept(0)).isEqualTo(new Chunk("", 3, 0));
        assertThat(text.accept(2)).isEqualTo(new Chunk("", 3, 2));
        assertThat(text.stopString()).isEqualTo("ST");
    }

    private static IncrementalDetokenizer detokenizer(List<String> stops, String... tokens) {
        List<byte[]> bytes =
                Arrays.stream(tokens).map(token -> token.getBytes(UTF_8)).toList();
        return new IncrementalDetokenizer(new BytesVocabulary(bytes), stops);
    }
}
