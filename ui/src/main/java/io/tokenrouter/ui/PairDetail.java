package io.tokenrouter.ui;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a pair.
 *
 * @param origin who registered it, for people
 * @param version of what is registered, for its next change
 * @param small null where it is not registered any more
 * @param large likewise
 * @param fit null where that was not found out yet
 * @param roles ids of models beside these two, by role
 */
public record PairDetail(
        PairView pair,
        String origin,
        long version,
        @Nullable ModelDetail small,
        @Nullable ModelDetail large,
        @Nullable Fit fit,
        Map<String, String> roles) {

    public PairDetail {
        roles = Collections.unmodifiableSortedMap(new TreeMap<>(roles));
    }

    /** Of two models. */
    public PairDetail(
            PairView pair,
            String origin,
            long version,
            @Nullable ModelDetail small,
            @Nullable ModelDetail large,
            @Nullable Fit fit) {
        this(pair, origin, version, small, large, fit, Map.of());
    }

    /**
     * Whether its models fit each other.
     *
     * @param firstDifference the first id with two meanings; null where there is none
     * @param around that id with its neighbours
     */
    public record Fit(
            boolean fits,
            List<Check> checks,
            @Nullable Integer firstDifference,
            List<TokenRow> around,
            Instant checkedAt,
            long millis) {

        public Fit {
            checks = List.copyOf(checks);
            around = List.copyOf(around);
        }
    }

    /**
     * One thing that was compared.
     *
     * @param verdict {@code passed}, {@code note} or {@code failed}
     */
    public record Check(String name, String verdict, String figure, String detail) {}

    /** An id in both vocabularies, spelled as the files spell it; null where it is missing. */
    public record TokenRow(
            int id, @Nullable String small, @Nullable String large, boolean equal) {}
}
