package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.executor.RowFusion;
import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.View;
import io.tokenrouter.engine.sampling.Fusion;
import io.tokenrouter.engine.sampling.LogitRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One token of several models: whose rows are there already, and who has yet to run. They are visited one after the other; each row
 * goes on with the request, and the step of the last model draws from all of them. Who is last changes nothing. Used again for every
 * fusion of a generation; also keeps the rows of single models that a fusion at the same position may use.
 */
final class FusionTurn {

    private final @Nullable LogitRow[] kept;
    private final @Nullable View[] keptViews;

    private int[] roles = {};
    private List<Ask> asks = List.of();
    private @Nullable Fusion rule;
    private @Nullable LogitRow[] rows = {};
    private int part;

    /** @param roleCount of the target */
    FusionTurn(int roleCount) {
        kept = new LogitRow[roleCount];
        keptViews = new View[roleCount];
    }

    /**
     * @param indexes of the roles, in the order of the rule's weights
     * @param what each is given
     * @param at index of the role where the generation is; it goes on from there if it may
     */
    void begin(int[] indexes, Fusion how, List<Ask> what, int at) {
        roles = indexes;
        rule = how;
        asks = what;
        rows = new LogitRow[indexes.length];
        for (int i = 0; i < indexes.length; i++) {
            boolean fits = kept[indexes[i]] != null && what.get(i).view().equals(keptViews[indexes[i]]);
            rows[i] = fits ? kept[indexes[i]] : null;
        }
        if (missing() == 0) {
            rows[0] = null;
        }
        part = next(at);
    }

    /** Whether the models of the present hop write one token together. */
    boolean isOpen() {
        return rule != null;
    }

    /** The hop is over, or another one. */
    void end() {
        rule = null;
        rows = new LogitRow[0];
    }

    /** Index of the role whose row is asked for. */
    int role() {
        return roles[part];
    }

    /** Index of the role whose token it will be. */
    int firstRole() {
        return roles[0];
    }

    /** What the role is given. */
    Ask ask() {
        return asks.get(part);
    }

    /** Whether all other rows are there: this one's step draws the token. */
    boolean isLast() {
        return missing() == 1;
    }

    /** A row came; the next one is asked for. */
    void add(LogitRow row) {
        int at = roles[part];
        rows[part] = row;
        part = next(at);
    }

    /** What the last step draws from. */
    RowFusion drawnFrom() {
        if (rule == null) {
            throw new IllegalStateException("there is no fusion");
        }
        List<@Nullable LogitRow> known = new ArrayList<>(Arrays.asList(rows));
        return new RowFusion(rule, known);
    }

    /** The row that a model has at the end of the trace; good until {@link #forgetKept()}. */
    void keep(int role, View view, @Nullable LogitRow row) {
        kept[role] = row;
        keptViews[role] = view;
    }

    /** The trace is another one. */
    void forgetKept() {
        Arrays.fill(kept, null);
    }

    private int missing() {
        int count = 0;
        for (LogitRow row : rows) {
            count += row == null ? 1 : 0;
        }
        return count;
    }

    /** The role where the generation is, if its row is missing; else the first of those that are. */
    private int next(int at) {
        int first = -1;
        for (int i = roles.length - 1; i >= 0; i--) {
            if (rows[i] == null) {
                first = first < 0 || roles[first] != at ? i : first;
            }
        }
        return first;
    }
}
