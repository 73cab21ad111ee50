package io.tokenrouter.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Counting and cutting by code points. */
class CharactersProperties {

    private static final String CLEF = "\uD834\uDD1E";

    @Example
    void aPairOfSurrogatesIsOneCharacterAndStaysWhole() {
        assertThat(Characters.count("a" + CLEF)).isEqualTo(2);
        assertThat(Characters.count(new StringBuilder(CLEF))).isEqualTo(1);
        assertThat(Characters.first("a" + CLEF + "b", 2)).isEqualTo("a" + CLEF);
        assertThat(Characters.shortened(CLEF.repeat(3), 2)).isEqualTo(CLEF.repeat(2) + "...");
        assertThat(Characters.shortened(CLEF.repeat(3), 3)).isEqualTo(CLEF.repeat(3));
    }

    @Property
    void theBeginningHasTheFirstCodePointsOfAnyText(@ForAll String text, @ForAll @IntRange(max = 40) int most) {
        String first = Characters.first(text, most);
        assertThat(first.codePoints().toArray())
                .isEqualTo(text.codePoints().limit(most).toArray());
        assertThat(Characters.count(text)).isEqualTo((int) text.codePoints().count());
    }
}
