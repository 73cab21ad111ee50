package io.tokenrouter.engine.catalog;

import io.tokenrouter.engine.api.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Two vocabularies side by side.
 *
 * @param firstIds ids of the first
 * @param secondIds ids of the second
 * @param agreeing ids with one meaning in both
 * @param controls control tokens of the first
 * @param agreeingControls of these, how many are the same in both
 * @param firstDifference the first id with two meanings, or that only one of them has
 * @param around that id with its neighbours, by rising id; empty where there is no difference
 */
public record VocabularyComparison(
        int firstIds,
        int secondIds,
        int agreeing,
        int controls,
        int agreeingControls,
        OptionalInt firstDifference,
        List<Row> around) {

    private static final int BEFORE = 3;
    private static final int AFTER = 4;

    public VocabularyComparison {
        around = List.copyOf(around);
    }

    /**
     * One id. Spellings are as the files have them: whoever shows them must expect anything.
     *
     * @param first its spelling in the first vocabulary; null if it is not there
     * @param second the same in the second
     */
    public record Row(
            int id, @Nullable String first, @Nullable String second, boolean equal) {}

    public static VocabularyComparison of(Vocabulary first, Vocabulary second) {
        int shared = Math.min(first.size(), second.size());
        int all = Math.max(first.size(), second.size());
        IntPredicate agrees = id -> id < shared
                && first.isControl(id) == second.isControl(id)
                && first.piece(id).equals(second.piece(id));
        OptionalInt difference = IntStream.range(0, all).filter(agrees.negate()).findFirst();
        IntPredicate control = first::isControl;
        return new VocabularyComparison(
                first.size(),
                second.size(),
                count(shared, agrees),
                count(first.size(), control),
                count(first.size(), control.and(agrees)),
                difference,
                difference.isEmpty() ? List.of() : around(difference.getAsInt(), first, second, agrees));
    }

    private static List<Row> around(int id, Vocabulary first, Vocabulary second, IntPredicate agrees) {
        List<Row> rows = new ArrayList<>();
        int last = Math.min(id + AFTER, Math.max(first.size(), second.size()) - 1);
        for (int i = Math.max(0, id - BEFORE); i <= last; i++) {
            rows.add(new Row(i, piece(first, i), piece(second, i), agrees.test(i)));
        }
        return rows;
    }

    private static @Nullable String piece(Vocabulary vocabulary, int id) {
        return id < vocabulary.size() ? vocabulary.piece(id) : null;
    }

    private static int count(int ids, IntPredicate which) {
        return (int) IntStream.range(0, ids).filter(which).count();
    }
}
