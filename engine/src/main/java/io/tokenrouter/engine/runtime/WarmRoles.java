package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.Signals;
import io.tokenrouter.engine.subserver.Preparation;
import io.tokenrouter.engine.subserver.Seat;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says at the seats of one request what their models may do in idle time while another one is asked. Only for roles that are shown
 * everything: what is resident of another view would be thrown away. Used by the thread at which the generation is.
 */
final class WarmRoles {

    /**
     * Tokens that a model makes beyond its own proposal: about as many as a small model can make while a large one makes one. More are
     * rarely all right, and each costs a row.
     */
    private static final int MOST_AHEAD = 4;

    private final Target target;
    private final Ledger ledger;
    private final Turn turn;
    private final int[][] turnEnds;
    private final Signals[] signals;
    private final Set<Optimisation> allowed;

    /** Per role: committed ids that it was shown, or told to read; negative where it is shown something else. */
    private final int[] known;

    /** Per role: where it proposed a token the last time that it was shown everything; negative if that came to nothing. */
    private final int[] proposedAt;

    private final int[] proposal;

    /**
     * @param turnEnds per role, ids behind which it has no more to say; sorted
     * @param signals per role
     */
    WarmRoles(Target target, Ledger ledger, Turn turn, int[][] turnEnds, Signals[] signals, Set<Optimisation> allowed) {
        this.target = target;
        this.ledger = ledger;
        this.turn = turn;
        this.turnEnds = turnEnds;
        this.signals = signals;
        this.allowed = allowed.contains(Optimisation.KEPT_CACHES) ? allowed : Set.of();
        this.known = new int[turnEnds.length];
        this.proposedAt = new int[turnEnds.length];
        this.proposal = new int[turnEnds.length];
        Arrays.fill(proposedAt, -1);
    }

    /** The role is asked. */
    void asked(int role, boolean everything) {
        known[role] = everything ? ledger.committed() : -1;
    }

    /** The role, shown everything, would put this id at the end of the trace. */
    void proposed(int role, int id) {
        proposedAt[role] = ledger.length();
        proposal[role] = id;
    }

    /**
     * @param at index of the role that is asked
     * @param seats by role
     */
    void prepare(Set<Role> warm, int at, @Nullable Seat[] seats) {
        forgetProposalsThatFell(seats);
        for (Role part : warm) {
            int role = target.roles().indexOf(part);
            Seat seat = role < 0 || role == at ? null : seats[role];
            if (seat != null && known[role] >= 0 && seat.mayPrepare()) {
                prepare(role, seat);
            }
        }
    }

    private void forgetProposalsThatFell(@Nullable Seat[] seats) {
        for (int role = 0; role < proposedAt.length; role++) {
            if (proposedAt[role] >= 0 && !mayStand(role)) {
                seats[role].prepareNothing();
                proposedAt[role] = -1;
            }
        }
    }

    private boolean mayStand(int role) {
        int position = proposedAt[role];
        return ledger.length() == position || ledger.length() > position && ledger.token(position) == proposal[role];
    }

    private void prepare(int role, Seat seat) {
        if (proposedAt[role] == ledger.length()) {
            runAhead(role, seat);
        } else if (allowed.contains(Optimisation.WARM_CATCH_UP)
                && ledger.committed() - known[role] >= Preparation.CatchUp.chunk(target.spec(role))) {
            known[role] = ledger.committed();
            seat.prepare(new Preparation.CatchUp(ledger.ids(), ledger.committed(), ledger.committed()));
        }
    }

    private void runAhead(int role, Seat seat) {
        int position = proposedAt[role];
        // the token behind n more stands at position + n
        int room = Math.min(ledger.mostIds() - 1, target.capacity(role)) - position;
        if (allowed.contains(Optimisation.RUN_AHEAD)
                && room > 0
                && !ledger.isConstrained()
                && Arrays.binarySearch(turnEnds[role], proposal[role]) < 0) {
            int most = Math.min(MOST_AHEAD, room);
            seat.prepare(
                    new Preparation.RunAhead(position, proposal[role], most, turnEnds[role], turn.next(signals[role])));
        }
    }
}
