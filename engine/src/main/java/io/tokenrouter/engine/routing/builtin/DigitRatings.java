package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.TextEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The ratings of the rubrics that were used last, of each vocabulary: requests that ask the same do not tokenize it again. Safe from any
 * thread.
 */
final class DigitRatings {

    /** Requests can bring any rubric. */
    private static final int MOST_RUBRICS = 16;

    private static final float LOAD_FACTOR = 0.75f;

    private final Map<TextEncoder, LinkedHashMap<String, DigitRating>> known = new WeakHashMap<>();

    /** @throws EngineException as {@link DigitRating#of} */
    DigitRating of(String question, TextEncoder text) {
        DigitRating rating = find(question, text);
        if (rating == null) {
            rating = DigitRating.of(question, text);
            keep(question, text, rating);
        }
        return rating;
    }

    private synchronized @Nullable DigitRating find(String question, TextEncoder text) {
        LinkedHashMap<String, DigitRating> rubrics = known.get(text);
        return rubrics == null ? null : rubrics.get(question);
    }

    private synchronized void keep(String question, TextEncoder text, DigitRating rating) {
        LinkedHashMap<String, DigitRating> rubrics =
                known.computeIfAbsent(text, of -> new LinkedHashMap<>(MOST_RUBRICS, LOAD_FACTOR, true));
        rubrics.put(question, rating);
        if (rubrics.size() > MOST_RUBRICS) {
            rubrics.pollFirstEntry();
        }
    }
}
