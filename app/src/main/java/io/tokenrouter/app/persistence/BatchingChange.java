package io.tokenrouter.app.persistence;

import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change of the batching settings in force.
 *
 * @param id of the record; the same record written twice is kept once
 * @param pairId pair whose models are batched otherwise from now on
 * @param before settings before, for people
 * @param after settings after, for people
 * @param reason one line for people
 * @param predictedGain of throughput, as a fraction of what the settings before would give; null where it was not predicted
 */
public record BatchingChange(
        UUID id,
        String pairId,
        Instant changedAt,
        Author author,
        String before,
        String after,
        String reason,
        @Nullable Double predictedGain) {

    /** Who changed them. */
    public enum Author {
        TUNER("tuner"),
        OPERATOR("operator");

        private final String word;

        Author(String word) {
            this.word = word;
        }

        /** As it is stored and shown. */
        public String word() {
            return word;
        }

        static Author ofWord(String word) {
            return Arrays.stream(values())
                    .filter(author -> author.word.equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no author of changes is called '" + word + "'"));
        }
    }
}
