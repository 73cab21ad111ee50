package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.Verifier;
import io.tokenrouter.gpu.candidate.HeadRuns.Ticket;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which numbers of heads belong to which row of a pass, and how they get into its candidate. */
final class HeadNumbers {

    private final HeadRuns runs;
    private final @Nullable Ticket[][] drawn;
    private final @Nullable Ticket[] drafts;
    private final float[] verdicts;

    HeadNumbers(HeadRuns runs, int rows) {
        this.runs = runs;
        drawn = new Ticket[rows][];
        drafts = new Ticket[rows];
        verdicts = new float[rows];
    }

    /**
     * Asks the heads of a row of its token and, where one of them judges its draft, of that.
     *
     * @param later whether the token will be known on the host alone
     */
    void ask(int row, RowTask task, boolean later) {
        if (!later) {
            askAgain(row, task, HeadRuns.DRAWN);
        }
        if (task.asksHead()) {
            int token = Objects.requireNonNull(task.judged()).token();
            drafts[row] = runs.add(task.request().heads().getFirst(), row, token);
        }
    }

    /** Asks the heads of a row of this token. */
    void askAgain(int row, RowTask task, int token) {
        List<Head> heads = task.request().heads();
        drawn[row] = new Ticket[heads.size()];
        for (int i = 0; i < heads.size(); i++) {
            drawn[row][i] = runs.add(heads.get(i), row, token);
        }
    }

    /** Keeps what heads say of drafts: their numbers are good until heads run again. */
    void readVerdicts() {
        for (int row = 0; row < drafts.length; row++) {
            verdicts[row] = drafts[row] == null ? 0 : runs.number(drafts[row]);
        }
    }

    /** The candidate with the numbers of its heads. */
    TokenCandidate drawn(int row, TokenCandidate candidate) {
        @Nullable Ticket[] tickets = drawn[row];
        if (tickets == null || tickets.length == 0) {
            return candidate;
        }
        int total = 0;
        for (Ticket ticket : tickets) {
            total += runs.width(ticket);
        }
        float[] numbers = new float[total];
        int at = 0;
        for (Ticket ticket : tickets) {
            runs.copy(ticket, numbers, at);
            at += runs.width(ticket);
        }
        return candidate.withHeads(numbers);
    }

    /** What becomes of the candidate that would take a draft's place: null where a head lets the draft stand. */
    @Nullable
    TokenCandidate judged(int row, RowTask task, TokenCandidate candidate) {
        Verifier.Draft draft = task.judged();
        if (draft == null
                || !(task.rule() instanceof AcceptRule.ByHead rule)
                || draft.allowed() != null && !draft.allowed().allows(draft.token())) {
            return candidate;
        }
        if (verdicts[row] < rule.below()) {
            return null;
        }
        return Float.isNaN(verdicts[row]) ? candidate.withHeads(new float[] {Float.NaN}) : candidate;
    }
}
