package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.routing.View;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ids that one model is shown in one turn, and where in the trace they lie. Where it is shown everything these are the ledger's
 * own; other views are copied. Used again for every turn of a generation.
 */
final class ShownIds {

    private final Ledger ledger;
    private final Map<String, int[]> renderings;
    private List<View.Range> cut = List.of();
    private int suffix;

    /** What stands in the place of the prompt; null for the prompt. */
    private int @Nullable [] opening;

    private boolean everything = true;
    private int[] copy = {};
    private int length;

    /** @param renderings the prompt in other chat templates */
    ShownIds(Ledger ledger, Map<String, int[]> renderings) {
        this.ledger = ledger;
        this.renderings = renderings;
    }

    /**
     * @param end positions of the trace from here on are not shown
     * @param suffixIds shown behind the view
     * @throws IllegalArgumentException if nothing is left to see, there is no such template, or the suffix has ids outside the vocabulary
     */
    void begin(View view, int end, List<Integer> suffixIds) {
        cut = view instanceof View.Without without ? without.cut() : List.of();
        suffix = suffixIds.size();
        opening = view instanceof View.Templated templated ? rendering(templated.templateId()) : null;
        everything = cut.isEmpty() && suffix == 0 && opening == null;
        length = end;
        if (everything) {
            return;
        }
        copy = new int[length + suffix + (opening == null ? 0 : opening.length)];
        length = 0;
        int from = 0;
        if (opening != null) {
            System.arraycopy(opening, 0, copy, 0, opening.length);
            length = opening.length;
            from = ledger.promptLength();
        }
        for (View.Range range : cut) {
            append(from, Math.min(range.from(), end));
            from = Math.min(range.to(), end);
        }
        append(from, end);
        for (int id : suffixIds) {
            ledger.checkId(id);
            append(id);
        }
        if (length == 0) {
            throw new IllegalArgumentException("a view must leave one id at least");
        }
    }

    private int[] rendering(String template) {
        int[] ids = renderings.get(template);
        if (ids == null) {
            throw new IllegalArgumentException("the request has no prompt in the template '" + template
                    + "'; an algorithm names those that it shows in its spec");
        }
        return ids;
    }

    private void append(int from, int to) {
        int count = Math.max(0, to - from);
        System.arraycopy(ledger.ids(), from, copy, length, count);
        length += count;
    }

    /** The model wrote an id, and sees it from now on; the ledger holds it already. */
    void append(int id) {
        if (!everything) {
            copy = length < copy.length ? copy : Arrays.copyOf(copy, length + 16 + length / 2);
            copy[length] = id;
        }
        length++;
    }

    int[] ids() {
        return everything ? ledger.ids() : copy;
    }

    int length() {
        return length;
    }

    /** Whether it is the trace itself. */
    boolean isEverything() {
        return everything;
    }

    /** Leading ids that are final. */
    int settled() {
        int committed = ledger.committed();
        if (opening != null) {
            return opening.length + committed - ledger.promptLength();
        }
        int settled = committed;
        for (View.Range range : cut) {
            settled -= Math.max(0, Math.min(range.to(), committed) - Math.min(range.from(), committed));
        }
        return settled;
    }

    /** Leading ids that stand in the place of the prompt; 0 where the prompt itself is shown. */
    int opening() {
        return opening == null ? 0 : opening.length;
    }

    /** Of the ids from {@code start} to {@code end - 1}, those of the suffix. */
    int ofSuffix(int start, int end) {
        int first = suffix == 0 ? Integer.MAX_VALUE : length - suffix;
        return Math.max(0, end - Math.max(start, first));
    }

    /** Where the id at an index of the view lies in the trace; beyond its end for ids that are not in it. */
    int positionOf(int index) {
        if (opening != null) {
            return index < opening.length
                    ? Math.min(index, ledger.promptLength() - 1)
                    : index - opening.length + ledger.promptLength();
        }
        int position = index;
        for (View.Range range : cut) {
            if (position < range.from()) {
                break;
            }
            position += range.to() - range.from();
        }
        return position;
    }
}
