package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.text.StopStringMatcher;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides after each committed token whether the answer ends with it, and why. For one generation. */
final class EndConditions {

    private final Vocabulary vocabulary;
    private final int[][] endIdsByRole;
    private final int[] anyEndId;
    private final int[] stopIds;
    private final @Nullable StopStringMatcher stopStrings;
    private final int leastTokens;
    private final int mostTokens;
    private int tokens;
    private @Nullable FinishReason reason;
    private @Nullable String detail;

    /**
     * @param endIdsByRole ids that end the answer when this role wrote them, sorted; by role index
     * @param mostTokens most generated tokens
     */
    EndConditions(Vocabulary vocabulary, int[][] endIdsByRole, StopCriteria criteria, int mostTokens) {
        this.vocabulary = vocabulary;
        this.endIdsByRole = endIdsByRole;
        this.anyEndId = Arrays.stream(endIdsByRole)
                .flatMapToInt(Arrays::stream)
                .distinct()
                .sorted()
                .toArray();
        this.stopIds = sorted(criteria.tokenIds());
        List<String> strings = criteria.strings();
        this.stopStrings = strings.isEmpty() ? null : new StopStringMatcher(strings);
        this.leastTokens = criteria.minTokens();
        this.mostTokens = mostTokens;
    }

    static int[] sorted(Collection<Integer> ids) {
        return ids.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /**
     * @param index 0 for the first generated token
     * @param writer role index; {@link CommitSink#NOBODY} for an id that no model proposed, which ends the answer if it is an
     *     end id of any role that may end it
     * @return true if the answer ends with this token
     */
    boolean endsAt(int index, int id, int writer) {
        int[] endIds = writer == CommitSink.NOBODY ? anyEndId : endIdsByRole[writer];
        tokens = index + 1;
        boolean early = index < leastTokens;
        // A model is kept from writing an end too early, unless the form of the answer leaves it no other token.
        boolean mayEnd = !early || writer != CommitSink.NOBODY;
        if (mayEnd && (contains(endIds, id) || contains(stopIds, id))) {
            end(FinishReason.STOP, vocabulary.piece(id));
        } else if (!early && stopStrings != null && stopStrings.accept(vocabulary.bytes(id))) {
            end(FinishReason.STOP, stopStrings.matched());
        } else if (index + 1 >= mostTokens) {
            end(FinishReason.LENGTH, null);
        }
        return reason != null;
    }

    /** The stop strings at the end of what is committed, to look ahead with; null if there are none, or none counts yet. */
    @Nullable
    StopStringMatcher lookAhead() {
        return stopStrings == null || tokens < leastTokens ? null : stopStrings.copy();
    }

    /** Null while the answer goes on. */
    @Nullable
    FinishReason reason() {
        return reason;
    }

    /** The stop string that matched, or the text of the id that ended the answer. */
    @Nullable
    String detail() {
        return detail;
    }

    private void end(FinishReason why, @Nullable String what) {
        reason = why;
        detail = what;
    }

    private static boolean contains(int[] sorted, int id) {
        return sorted.length > 0 && Arrays.binarySearch(sorted, id) >= 0;
    }
}
