package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Cause;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.Signals;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.routing.View;
import io.tokenrouter.engine.subserver.Seat;
import io.tokenrouter.engine.subserver.StepFacts;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The loop of one request: route, send, the model's answer, receive, and again. Knows the algorithm, the ledger and whose turn
 * it is; knows no threads and no queues.
 */
final class Walk {

    private final Target target;
    private final Session<?> session;
    private final Ledger ledger;
    private final EventStream stream;
    private final Trail trail;
    private final Cast cast;
    private final Turn turn;
    private final FusionTurn fusion;
    private final Rendezvous rendezvous;
    private final WarmRoles warmth;
    private final Patience patience;
    private final Detour detour;
    private final Answer answer;
    private final int[][] turnEnds;
    private final EngineMetrics metrics;

    private int first;
    private int role;
    private View view = View.ALL;
    private Set<Role> warm = Set.of();
    private boolean stranded;
    private @Nullable FinishReason endReason;

    /**
     * @param turn of this ledger
     * @param turnEnds per role, ids that cut an answer of several tokens short; sorted
     * @param topIds most probable tokens that rows report, whatever the algorithm wants of them
     * @param options whose metrics are told where the answer goes on without a model
     */
    Walk(
            Target target,
            Session<?> session,
            Ledger ledger,
            EventStream stream,
            Tally tally,
            Turn turn,
            int[][] turnEnds,
            int topIds,
            EngineOptions options) {
        int roles = target.roles().size();
        this.target = target;
        this.session = session;
        this.ledger = ledger;
        this.stream = stream;
        this.trail = new Trail(ledger, tally, roles);
        this.cast = new Cast(target.roles(), session.spec(), topIds);
        this.turn = turn;
        this.fusion = new FusionTurn(roles);
        this.rendezvous = new Rendezvous(roles, turn::another, trail.fed());
        this.patience = new Patience(session.spec().maxTail());
        this.answer = new Answer(target.vocabulary(), ledger, stream);
        this.turnEnds = turnEnds;
        this.metrics = options.metrics();
        this.detour = new Detour(cast.visited());
        this.warmth = new WarmRoles(target, ledger, turn, turnEnds, cast.signals(), options.optimisations());
    }

    /** True if the algorithm may name the role. */
    boolean visits(int index) {
        return cast.visited()[index];
    }

    /** Index of the role whose turn it is, or the first of several; some role of the spec if the answer is over before it began. */
    int role() {
        return role;
    }

    /** Whether the role is asked, alone or with others. */
    boolean asks(int index) {
        return rendezvous.isOpen() ? rendezvous.asks(index) : index == role;
    }

    /** Where several models are asked at the same time; not open where one is. */
    Rendezvous rendezvous() {
        return rendezvous;
    }

    /** True once the answer has its end. */
    boolean isOver() {
        return endReason != null;
    }

    FinishReason endReason() {
        if (endReason == null) {
            throw new IllegalStateException("the answer is not over");
        }
        return endReason;
    }

    /** The first decision, before anything runs. */
    void begin() {
        role = target.roles().indexOf(session.spec().roles().getFirst());
        next();
        first = role;
    }

    /** Index of the role that it began with. */
    int firstRole() {
        return first;
    }

    /** Puts what is asked now to the seats where it is, and says at the others what their models may do meanwhile. */
    void ask(@Nullable Seat[] seats) {
        if (rendezvous.isOpen()) {
            rendezvous.ask(seats, warmth);
            return;
        }
        warmth.asked(role, view instanceof View.All);
        warmth.prepare(warm, role, seats);
        turn.put(seats[role]);
    }

    /**
     * The model answered, or wrote one more token of its answer; where that completes it, the algorithm decides what comes next.
     */
    void answered(TokenCandidate candidate) {
        if (fusion.isOpen()) {
            fused(candidate);
            return;
        }
        turn.requireDefined(candidate);
        turn.answered(candidate.accepted());
        Step step = Step.of(candidate);
        int accepted = candidate.accepted();
        if (!turn.isAside()) {
            int position = turn.position(accepted);
            trail.proposed(position, role, step);
            if (turn.writes() && view instanceof View.All && position == ledger.length()) {
                warmth.proposed(role, step.token());
            }
        }
        if (candidate.row() != null) {
            fusion.keep(role, view, candidate.row());
        }
        if (!answer.add(step)) {
            turn.wrote(step.token());
            return;
        }
        receive(new Reply(target.roles().get(role), answer.steps(), accepted, Cause.ANSWERED));
    }

    /** The step that computed the last row drew a token from all of them. */
    private void fused(TokenCandidate candidate) {
        target.models().get(role).counters().fused();
        drawn(candidate);
    }

    /** All parts are home, each with its row: the token is drawn. */
    TokenCandidate draw() {
        int writer = fusion.firstRole();
        fusion.take(rendezvous.asked());
        CandidateRequest wanted = turn.drawing(fusion.aroundFirst(), cast.signals(writer));
        return target.models().get(writer).executor().draw(fusion.firstRow(), wanted);
    }

    /** Several models wrote one token. */
    void drawn(TokenCandidate candidate) {
        rendezvous.close();
        int writer = fusion.firstRole();
        Step step = Step.of(candidate);
        trail.fused(writer, step);
        receive(new Reply(target.roles().get(writer), List.of(step), Cause.ANSWERED));
    }

    /**
     * A model that is asked cannot run the request. The answer goes on as the algorithm says, or else with another model.
     *
     * @return false if there is no other one that it may visit
     */
    boolean unavailable(int failing) {
        rendezvous.close();
        detour.missed(failing);
        receive(new Reply(target.roles().get(failing), List.of(), Cause.UNAVAILABLE));
        if (!stranded) {
            metrics.answerMissing(target.id(), target.modelId(failing));
        }
        return !stranded;
    }

    private void receive(Reply reply) {
        boolean inPlaceOfAnother = detour.isOpen() && !reply.isTroubled();
        fusion.end();
        detour.end();
        take(inPlaceOfAnother ? () -> ledger.commit(reply.tokens()) : () -> session.receive(ledger, reply));
    }

    /** Whatever changes the ledger, and what comes next. */
    private void take(Runnable change) {
        int before = ledger.committed();
        if (trail.changed(change)) {
            fusion.forgetKept();
        }
        if (stream.metReason() != null) {
            endReason = stream.metReason();
        } else if (!stream.listenerFailed()) {
            boolean committed = ledger.committed() > before;
            if (committed) {
                detour.forget();
            }
            patience.received(committed);
            next();
        }
    }

    /** The model of this turn extended its resident ids at its seat. */
    FusionPart.Ran extended(Seat seat, int start, int count, StepFacts step) {
        ShownIds shown = turn.shown();
        int own = count - trail.aside(role, shown, start, count);
        int again = trail.fed().again(role, shown, start, own);
        int caughtUp = trail.fed().extended(role, shown, start, own);
        return new FusionPart.Ran(
                role, start, count, caughtUp, again, seat.keptOnArrival(start), seat.adoptedPromptIds(), step);
    }

    /** Nothing more will be committed: what was proposed and not taken is counted. */
    void close() {
        trail.close();
    }

    private void next() {
        warm = Set.of();
        switch (session.route(ledger)) {
            case Hop.Done done -> endReason = done.why();
            case Hop.To to -> {
                int index = cast.index(to.role());
                Ask ask = session.send(ledger, to.role());
                if (detour.isNeeded(index, ask)) {
                    goAround();
                } else {
                    warm = to.warm();
                    turnOf(index, ask);
                }
            }
            case Hop.Fuse fuse -> fuse(fuse);
        }
    }

    /** The algorithm names a model that could not answer where the answer stands now: what is drafted stands, or another model writes. */
    private void goAround() {
        int drafted = ledger.length() - ledger.committed();
        if (drafted > 0) {
            take(() -> ledger.accept(drafted));
            return;
        }
        int other = detour.begin(Ask.next());
        stranded = other < 0;
        if (!stranded) {
            turnOf(other, Ask.next());
        }
    }

    private void fuse(Hop.Fuse hop) {
        int[] indexes = hop.roles().stream().mapToInt(cast::index).toArray();
        List<Ask> asks =
                hop.roles().stream().map(part -> session.send(ledger, part)).toList();
        fusion.begin(indexes, hop, asks);
        if (IntStream.range(0, indexes.length).anyMatch(i -> detour.isNeeded(indexes[i], asks.get(i)))) {
            fusion.end();
            goAround();
            return;
        }
        int[] missing = fusion.missing();
        if (missing.length == 1) {
            turnOf(fusion.role(missing[0]), fusion.ask(missing[0]));
        } else {
            askAtTheSameTime(missing);
        }
    }

    private void askAtTheSameTime(int[] places) {
        role = fusion.role(places[0]);
        for (int place : places) {
            int index = fusion.role(place);
            Turn part = rendezvous.add(index).begin();
            part.begin(fusion.ask(place), Signals.BASIC, target.spec(index).maxStepTokens());
            part.giveRow();
            if (!mayRun(index, part, fusion.ask(place))) {
                return;
            }
        }
    }

    private void turnOf(int index, Ask ask) {
        turn.begin(ask, cast.signals(index), target.spec(index).maxStepTokens());
        if (fusion.isOpen()) {
            turn.fuse(fusion.aroundMissing(), cast.signals(fusion.firstRole()));
        }
        role = index;
        view = ask.view();
        if (mayRun(index, turn, ask)) {
            answer.begin(ask, Math.max(1, ledger.mostIds() - turn.end()), turnEnds[index]);
        }
    }

    /** Ends the answer if there is no room for another id, and the hop if the model has none for what it is to read. */
    private boolean mayRun(int index, Turn asked, Ask ask) {
        if (asked.writes() && asked.end() >= ledger.mostIds()) {
            rendezvous.close();
            endReason = FinishReason.LENGTH;
            return false;
        }
        if (asked.shown().length() > target.capacity(index)) {
            rendezvous.close();
            hasNoRoom(index, ask);
            return false;
        }
        return true;
    }

    /** @throws IllegalStateException if no model has room for what the algorithm shows it */
    private void hasNoRoom(int index, Ask ask) {
        detour.hadNoRoom(index, ask);
        receive(new Reply(target.roles().get(index), List.of(), Cause.NO_ROOM));
        metrics.answerMissing(target.id(), target.modelId(index));
        if (stranded) {
            throw new IllegalStateException("no model has room for what the algorithm shows it");
        }
    }
}
