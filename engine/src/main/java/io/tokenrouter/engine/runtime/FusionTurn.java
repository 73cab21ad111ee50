package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.executor.RowFusion;
import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Op;
import io.tokenrouter.engine.routing.View;
import io.tokenrouter.engine.sampling.Fusion;
import io.tokenrouter.engine.sampling.LogitRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One token of several models: whose rows are there already, and who has yet to run. Where one row is missing, the step that computes
 * it draws the token; where more are, all are asked for at the same time, and the token is drawn when they are there. Used again for
 * every fusion of a generation; also keeps the rows of single models that a fusion at the same position may use.
 */
final class FusionTurn {

    private final @Nullable LogitRow[] kept;
    private final @Nullable View[] keptViews;

    private int[] roles = {};
    private List<Ask> asks = List.of();
    private @Nullable Fusion rule;
    private @Nullable LogitRow[] rows = {};

    /** @param roleCount of the target */
    FusionTurn(int roleCount) {
        kept = new LogitRow[roleCount];
        keptViews = new View[roleCount];
    }

    /**
     * @param indexes of the roles, in the order of the rule's weights
     * @param what each is given
     * @throws IllegalStateException if it is not one token to write
     */
    void begin(int[] indexes, Hop.Fuse hop, List<Ask> what) {
        for (int i = 0; i < indexes.length; i++) {
            if (what.get(i).newTokens() != 1 || !(what.get(i).op() instanceof Op.Sample)) {
                throw new IllegalStateException("of a fusion, '" + hop.roles().get(i) + "' must write one token");
            }
        }
        roles = indexes;
        rule = hop.rule();
        asks = what;
        rows = new LogitRow[indexes.length];
        for (int i = 0; i < indexes.length; i++) {
            boolean fits = kept[indexes[i]] != null && what.get(i).view().equals(keptViews[indexes[i]]);
            rows[i] = fits ? kept[indexes[i]] : null;
        }
        if (missing().length == 0) {
            rows[0] = null;
        }
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

    /** Places in the hop of the models whose rows are not there; at least one while it is open. */
    int[] missing() {
        return IntStream.range(0, rows.length).filter(i -> rows[i] == null).toArray();
    }

    /** Index of the role at a place. */
    int role(int place) {
        return roles[place];
    }

    /** Index of the role whose token it will be. */
    int firstRole() {
        return roles[0];
    }

    /** What the model at a place is given. */
    Ask ask(int place) {
        return asks.get(place);
    }

    /** The rows that were missing came. */
    void take(List<FusionPart> parts) {
        for (FusionPart part : parts) {
            for (int place = 0; place < roles.length; place++) {
                if (roles[place] == part.role()) {
                    rows[place] = Objects.requireNonNull(part.row(), "a row was asked for");
                }
            }
        }
    }

    /** What the step draws from that computes the one row that is missing. */
    RowFusion aroundMissing() {
        return new RowFusion(open(), new ArrayList<>(Arrays.asList(rows)));
    }

    /** What is drawn from around {@link #firstRow()} where no row is missing. */
    RowFusion aroundFirst() {
        List<@Nullable LogitRow> others = new ArrayList<>(Arrays.asList(rows));
        others.set(0, null);
        return new RowFusion(open(), others);
    }

    /** The row of the first role. */
    LogitRow firstRow() {
        return Objects.requireNonNull(rows[0], "the first row is missing");
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

    private Fusion open() {
        if (rule == null) {
            throw new IllegalStateException("there is no fusion");
        }
        return rule;
    }
}
