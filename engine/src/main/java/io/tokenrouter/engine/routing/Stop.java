package io.tokenrouter.engine.routing;

import java.util.List;
import java.util.Set;

/**
 * What cuts an {@link Ask} for several tokens short. The id or the end of the delimiter is the last token of the reply.
 *
 * @param ids token ids
 * @param delimiters texts, none empty; one may begin in one token of the reply and end in another
 */
public record Stop(Set<Integer> ids, List<String> delimiters) {

    /** Only the number of tokens and an end token stop it. */
    public static final Stop NEVER = new Stop(Set.of(), List.of());

    public Stop {
        ids = Set.copyOf(ids);
        delimiters = List.copyOf(delimiters);
        if (delimiters.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("a delimiter must not be empty");
        }
    }

    public static Stop atIds(Integer... ids) {
        return new Stop(Set.of(ids), List.of());
    }

    public static Stop atText(String... delimiters) {
        return new Stop(Set.of(), List.of(delimiters));
    }
}
