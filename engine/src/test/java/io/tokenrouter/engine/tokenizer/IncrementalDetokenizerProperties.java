package io.tokenrouter.engine.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.text.StopStringMatcher;
import io.tokenrouter.engine.tokenizer.IncrementalDetokenizer.Chunk;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class IncrementalDetokenizerProperties {

    private static final String[] LETTERS = {"a", "b", " ", "\n", "é", "日", "本", "😀", "👩‍👧", "👍🏽", "\uFFFD"};

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(LETTERS).list().ofMaxSize(40).map(letters -> String.join("", letters));
    }

    @Provide
    Arbitrary<List<String>> stops() {
        return Arbitraries.of(LETTERS)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(letters -> String.join("", letters))
                .list()
                .ofMaxSize(3);
    }

    @Property
    void textCutAnywhereComesOutWholeUpToTheStopString(
            @ForAll("texts") String text, @ForAll("stops") List<String> stops, @ForAll long seed) {
        byte[] bytes = text.getBytes(UTF_8);
        Random random = new Random(seed);
        List<byte[]> tokens = new ArrayList<>();
        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + random.nextInt(5));
            tokens.add(Arrays.copyOfRange(bytes, from, to));
            from = to;
        }
        String expected = text;
        int firstEnd = Integer.MAX_VALUE;
        for (String stop : stops) {
            int at = text.indexOf(stop);
            int end = at + stop.length();
            if (at >= 0 && (end < firstEnd || (end == firstEnd && at < expected.length()))) {
                firstEnd = end;
                expected = text.substring(0, at);
            }
        }
        assertThat(run(tokens, stops)).isEqualTo(expected);
    }

    @Property
    void anyBytesGiveWhatDecodingThemAtOnceGives(
            @ForAll @Size(max = 30) List<@Size(max = 4) byte[]> tokens,
            @ForAll @IntRange(min = 0x80, max = 0xFF) int frequent) {
        List<byte[]> broken = new ArrayList<>();
        for (byte[] token : tokens) {
            broken.add(token);
            broken.add(new byte[] {(byte) frequent});
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        broken.forEach(all::writeBytes);
        assertThat(run(broken, List.of())).isEqualTo(all.toString(UTF_8));
        assertThat(run(broken, List.of("never in there"))).isEqualTo(all.toString(UTF_8));
    }

    /** Runs to the end and checks on the way that every token is reported once, in order. */
    private static String run(List<byte[]> tokens, List<String> stops) {
        IncrementalDetokenizer detokenizer = new IncrementalDetokenizer(new BytesVocabulary(tokens), stops);
        StopStringMatcher matcher = new StopStringMatcher(stops);
        StringBuilder text = new StringBuilder();
        int reported = 0;
        int taken = 0;
        boolean stopped = false;
        while (taken < tokens.size() && !stopped) {
            Chunk chunk = detokenizer.accept(taken);
            stopped = matcher.accept(tokens.get(taken));
            taken++;
            assertThat(detokenizer.stopString()).isEqualTo(matcher.matched());
            assertThat(chunk.firstToken()).isEqualTo(reported);
            reported += chunk.tokens();
            text.append(chunk.text());
        }
        Chunk rest = detokenizer.finish();
        assertThat(rest.firstToken()).isEqualTo(reported);
        assertThat(reported + rest.tokens()).isEqualTo(taken);
        return text.append(rest.text()).toString();
    }
}
