package io.tokenrouter.app.persistence;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What came of the requests that one version of a policy decided, as far as their records are looked at.
 *
 * @param answers that ended, however
 * @param tokens that their models wrote
 * @param largeTokens of these, by the large model of a pair that is still registered; null where none of the pairs is
 * @param switches changes of the writer
 * @param first when the first of them ended
 * @param last when the last of them ended
 */
public record PolicyFigures(
        int version,
        long answers,
        long tokens,
        @Nullable Long largeTokens,
        long switches,
        Instant first,
        Instant last) {}
