package io.tokenrouter.engine.routing.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.TextEncoder;
import org.junit.jupiter.api.Test;

/** Ratings that are kept are those that would be made. */
class DigitRatingsTest {

    @Test
    void eachVocabularyAndEachRubricHasItsOwnHoweverManyThereAre() {
        DigitRatings ratings = new DigitRatings();
        for (int round = 0; round < 2; round++) {
            for (int shift : new int[] {0, 1000}) {
                TextEncoder text = characters(shift);
                for (int i = 0; i < 40; i++) {
                    String rubric = "x".repeat(i);
                    assertThat(ratings.of(rubric, text)).isEqualTo(DigitRating.of(rubric, text));
                }
            }
        }
    }

    private static TextEncoder characters(int shift) {
        return text -> text.chars().map(character -> character + shift).toArray();
    }
}
