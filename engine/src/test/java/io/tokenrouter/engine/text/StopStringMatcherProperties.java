package io.tokenrouter.engine.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class StopStringMatcherProperties {

    /** Few letters, so that overlaps and partial matches are common; some take several bytes that share a prefix. */
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("a", "b", "é", "è", "日", "旦", "😀", "😁")
                .list()
                .ofMaxSize(60)
                .map(letters -> String.join("", letters));
    }

    @Provide
    Arbitrary<String> stops() {
        return Arbitraries.of("a", "b", "é", "日", "😀")
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(letters -> String.join("", letters));
    }

    @Property
    void findsWhatASearchOfTheWholeTextFinds(
            @ForAll("texts") String text,
            @ForAll @Size(max = 4) List<@From("stops") String> stops,
            @ForAll @IntRange(min = 1, max = 7) int pieceLength) {
        byte[] bytes = text.getBytes(UTF_8);
        StopStringMatcher matcher = new StopStringMatcher(stops);
        boolean found = false;
        for (int from = 0; from < bytes.length && !found; from += pieceLength) {
            found = matcher.accept(Arrays.copyOfRange(bytes, from, Math.min(from + pieceLength, bytes.length)));
            if (!found) {
                int length = Math.min(from + pieceLength, bytes.length);
                assertThat(matcher.undecided()).isEqualTo(longestOpenPrefix(bytes, length, stops));
            }
        }

        int firstEnd = Integer.MAX_VALUE;
        String expected = null;
        for (String stop : stops) {
            int at = text.indexOf(stop);
            int end = at < 0 ? Integer.MAX_VALUE : (text.substring(0, at) + stop).getBytes(UTF_8).length;
            boolean better = end < firstEnd || (end == firstEnd && expected != null && longer(stop, expected));
            if (at >= 0 && better) {
                firstEnd = end;
                expected = stop;
            }
        }
        assertThat(found).isEqualTo(expected != null);
        assertThat(matcher.matched()).isEqualTo(expected);
        if (expected != null) {
            assertThat(matcher.matchStart()).isEqualTo(firstEnd - expected.getBytes(UTF_8).length);
        }
    }

    private static boolean longer(String one, String other) {
        return one.getBytes(UTF_8).length > other.getBytes(UTF_8).length;
    }

    private static int longestOpenPrefix(byte[] text, int length, List<String> stops) {
        int longest = 0;
        for (String stop : stops) {
            byte[] bytes = stop.getBytes(UTF_8);
            for (int n = 1; n < bytes.length && n <= length; n++) {
                if (Arrays.equals(bytes, 0, n, text, length - n, length)) {
                    longest = Math.max(longest, n);
                }
            }
        }
        return longest;
    }
}
