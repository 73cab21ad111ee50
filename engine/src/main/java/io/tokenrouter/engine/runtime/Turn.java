package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.RowFusion;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.executor.Verification;
import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Op;
import io.tokenrouter.engine.routing.Signals;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.TokenDistribution;
import io.tokenrouter.engine.subserver.Seat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one model is asked in one hop: what it is shown, and what is wanted of it. Used again for every hop of a generation.
 */
final class Turn {

    private final Ledger ledger;
    private final SamplingParams sampling;
    private final Map<String, int[]> renderings;
    private final ShownIds shown;
    private Op op = Op.SAMPLE;
    private Signals signals = Signals.BASIC;
    private boolean givesRow;
    private boolean rowOnly;
    private @Nullable RowFusion fusion;
    private int end;
    private int written;

    /** @param renderings the prompt in other chat templates */
    Turn(Ledger ledger, SamplingParams sampling, Map<String, int[]> renderings) {
        this.ledger = ledger;
        this.sampling = sampling;
        this.renderings = renderings;
        this.shown = new ShownIds(ledger, renderings);
    }

    /** One more for the same request, for what another model is asked at the same time. */
    Turn another() {
        return new Turn(ledger, sampling, renderings);
    }

    /**
     * @param reported signals that its rows are to have
     * @param mostIds ids that the model can run in one step. Drafts that are more are not judged: the judge writes its own token in the
     *     place of the first of them, as if the draft had ended there
     * @throws IllegalStateException if a head is to judge drafts and none runs on the model's rows
     */
    void begin(Ask ask, Signals reported, int mostIds) {
        boolean judges = ask.op() instanceof Op.Judge;
        requireHead(ask.op(), reported);
        end = judges ? ledger.committed() + Math.min(tail(), mostIds - 1) : ledger.length();
        // without drafts a judge writes the next token
        op = judges && end == ledger.committed() ? Op.SAMPLE : ask.op();
        signals = reported;
        givesRow = reported.row() && writes();
        rowOnly = false;
        fusion = null;
        written = 0;
        shown.begin(ask.view(), end, op instanceof Op.Choose choose ? choose.suffix() : List.of());
    }

    /** Without one the step would fail, and with it all requests that share it. */
    private static void requireHead(Op op, Signals reported) {
        if (op instanceof Op.Judge judge
                && judge.rule() instanceof AcceptRule.ByHead rule
                && reported.heads().isEmpty()) {
            throw new IllegalStateException("the router head '" + rule.headId()
                    + "' is to judge drafts, but the spec's signals of that role name none");
        }
    }

    /**
     * Its token is drawn from its row and those of other models.
     *
     * @param ofFusedRow what is reported of that
     */
    void fuse(RowFusion rows, Signals ofFusedRow) {
        signals = ofFusedRow;
        givesRow = false;
        fusion = rows;
    }

    /** Its row is all that is wanted of it, for a token that another step draws. */
    void giveRow() {
        signals = Signals.BASIC;
        givesRow = true;
        rowOnly = true;
    }

    /** Whether what the model answers may become a part of the answer's text behind the tail. */
    boolean writes() {
        return op instanceof Op.Sample;
    }

    /** Whether its answer is about the request and no part of it. */
    boolean isAside() {
        return op instanceof Op.Choose || op instanceof Op.Score;
    }

    /** Position behind the last id of the trace that the model is shown. */
    int end() {
        return end;
    }

    ShownIds shown() {
        return shown;
    }

    boolean showsEverything() {
        return shown.isEverything();
    }

    /** Where the token that it answers with would stand, if so many drafts were accepted. */
    int position(int accepted) {
        return op instanceof Op.Judge ? ledger.committed() + accepted : end + written;
    }

    /** @throws IllegalStateException if a head judged drafts and its number is not defined, which is no sign of confidence */
    void requireDefined(TokenCandidate candidate) {
        if (!(op instanceof Op.Judge judge && judge.rule() instanceof AcceptRule.ByHead rule)) {
            return;
        }
        for (float number : candidate.heads()) {
            if (Float.isNaN(number)) {
                throw new IllegalStateException(
                        "the router head '" + rule.headId() + "' gave a number that is not defined");
            }
        }
    }

    /** The model answered; if it was to judge drafts, so many of them stand. */
    void answered(int accepted) {
        if (op instanceof Op.Judge judge) {
            int from = ledger.committed();
            ledger.verdicts().judged(from, end - from, accepted, isOwnChoice(judge.rule()));
        }
    }

    private boolean isOwnChoice(AcceptRule rule) {
        return rule instanceof AcceptRule.Greedy || rule instanceof AcceptRule.Exact && sampling.temperature() == 0f;
    }

    /** The model wrote one token of several. */
    void wrote(int id) {
        ledger.stage(written, id);
        shown.append(id);
        written++;
    }

    void put(Seat seat) {
        seat.ask(shown.ids(), shown.length(), shown.settled(), request());
    }

    private CandidateRequest request() {
        return switch (op) {
            case Op.Sample ignored -> rowOnly ? rowAlone() : request(null);
            case Op.Judge judge -> request(verification(judge.rule()));
            case Op.Choose choose -> choice(choose.options());
            case Op.Score ignored -> score();
        };
    }

    private CandidateRequest request(@Nullable Verification verification) {
        return new CandidateRequest(
                sampling,
                end + written,
                ledger.ids(),
                ledger.promptLength(),
                signals.topK(),
                signals.logU(),
                signals.distribution(),
                fusion == null ? signals.heads() : List.of(),
                ledger.allowedAfter(end + written),
                null,
                verification,
                givesRow && written == 0,
                fusion);
    }

    /** What a role is asked for that is to write one token behind everything; position and history are left open. */
    CandidateRequest next(Signals reported) {
        return new CandidateRequest(
                sampling,
                0,
                ledger.ids(),
                ledger.promptLength(),
                reported.topK(),
                reported.logU(),
                reported.distribution(),
                reported.heads(),
                null,
                null,
                null,
                reported.row(),
                null);
    }

    /**
     * A token behind the end of the trace, of rows that are all there.
     *
     * @param ofFusedRow what is reported of the row that they make
     */
    CandidateRequest drawing(RowFusion rows, Signals ofFusedRow) {
        return new CandidateRequest(
                sampling,
                ledger.length(),
                ledger.ids(),
                ledger.promptLength(),
                ofFusedRow.topK(),
                ofFusedRow.logU(),
                ofFusedRow.distribution(),
                List.of(),
                ledger.allowedAfter(ledger.length()),
                null,
                null,
                false,
                rows);
    }

    private CandidateRequest rowAlone() {
        return new CandidateRequest(
                SamplingParams.GREEDY,
                end,
                ledger.ids(),
                ledger.promptLength(),
                0,
                false,
                false,
                List.of(),
                null,
                null,
                null,
                true,
                null);
    }

    /** What is drawn there is no part of the answer, so its form does not matter. */
    private CandidateRequest score() {
        return new CandidateRequest(
                SamplingParams.GREEDY,
                end,
                ledger.ids(),
                ledger.promptLength(),
                signals.topK(),
                signals.logU(),
                false,
                signals.heads(),
                null,
                null,
                null);
    }

    private CandidateRequest choice(List<Integer> options) {
        int[] ids = options.stream().mapToInt(Integer::intValue).toArray();
        for (int id : ids) {
            ledger.checkId(id);
        }
        return new CandidateRequest(
                SamplingParams.GREEDY,
                shown.length(),
                shown.ids(),
                0,
                0,
                false,
                false,
                List.of(),
                TokenMask.ofIds(ids),
                ids,
                null);
    }

    private Verification verification(AcceptRule rule) {
        List<@Nullable TokenDistribution> drawnFrom = new ArrayList<>(end - ledger.committed());
        List<@Nullable TokenMask> allowed = new ArrayList<>();
        for (int position = ledger.committed(); position < end; position++) {
            Step drafted = ledger.step(position);
            drawnFrom.add(drafted == null ? null : drafted.distribution());
            if (ledger.isConstrained()) {
                allowed.add(ledger.allowedAfter(position));
            }
        }
        return new Verification(rule, drawnFrom, allowed);
    }

    private int tail() {
        return ledger.length() - ledger.committed();
    }
}
