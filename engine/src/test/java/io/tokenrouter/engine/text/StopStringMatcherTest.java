package io.tokenrouter.engine.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class StopStringMatcherTest {

    @Test
    void aMatchMayBeginInOneTokenAndEndInAnother() {
        StopStringMatcher matcher = new StopStringMatcher(List.of("\n\nQ:"));
        assertThat(matcher.accept(bytes("42.\n"))).isFalse();
        assertThat(matcher.undecided()).isEqualTo(1);
        assertThat(matcher.accept(bytes("\nQ"))).isFalse();
        assertThat(matcher.accept(bytes(": what"))).isTrue();
        assertThat(matcher.matched()).isEqualTo("\n\nQ:");
        assertThat(matcher.matchStart()).isEqualTo(3);
    }

    @Test
    void theFirstToBeCompleteWinsAndOfTwoTheLonger() {
        StopStringMatcher matcher = new StopStringMatcher(List.of("abcd", "bc", "c"));
        matcher.accept(bytes("abcd"));
        assertThat(matcher.matched()).isEqualTo("bc");
        assertThat(matcher.matchStart()).isEqualTo(1);
    }

    @Test
    void nothingIsReadAfterAMatch() {
        StopStringMatcher matcher = new StopStringMatcher(List.of("a"));
        matcher.accept(bytes("xa"));
        assertThat(matcher.accept(bytes("a"))).isTrue();
        assertThat(matcher.matchStart()).isEqualTo(1);
    }

    @Test
    void withoutStopStringsNothingEverMatches() {
        StopStringMatcher matcher = new StopStringMatcher(List.of());
        assertThat(matcher.accept(bytes("anything"))).isFalse();
        assertThat(matcher.undecided()).isZero();
        assertThatThrownBy(matcher::matchStart).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void stringsThatNoTextCanContainAreRefused() {
        assertThatThrownBy(() -> new StopStringMatcher(List.of(""))).hasMessage("a stop string must not be empty");
        assertThatThrownBy(() -> new StopStringMatcher(List.of("a\uD83D")))
                .hasMessage("a stop string has half a surrogate pair");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
