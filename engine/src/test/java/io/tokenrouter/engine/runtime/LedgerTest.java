package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.sampling.TokenDistribution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final int SMALL = 0;
    private static final int LARGE = 1;

    private final List<String> committed = new ArrayList<>();
    private final Ledger ledger = new Ledger(
            List.of(Role.SMALL, Role.LARGE),
            FakeVocabulary.endless(40),
            40,
            new int[] {1, 2},
            50,
            5,
            (index, id, writer, step, first, other, proposed, judged) -> {
                committed.add(
                        id + " by " + writer + ", first asked proposed " + (first == null ? "nothing" : first.token()));
                return false;
            },
            null);

    @Test
    void whatFollowedADroppedDraftIsForgotten() {
        propose(SMALL, 2, 10);
        propose(SMALL, 3, 11);
        propose(SMALL, 4, 12);
        ledger.draft(10, 11, 12);
        ledger.drop();
        propose(LARGE, 2, 20);
        ledger.commit(20);
        propose(LARGE, 3, 21);
        ledger.commit(21);

        assertThat(committed).containsExactly("20 by 1, first asked proposed 10", "21 by 1, first asked proposed 21");
        assertThat(ledger.attempts().takeDiscarded(SMALL)).isEqualTo(3);
        assertThat(ledger.attempts().takeDiscarded(LARGE)).isZero();
    }

    @Test
    void whatATokenWasDrawnFromIsKeptWhileItIsADraftAndNoLonger() {
        propose(SMALL, 2, 10);
        propose(SMALL, 3, 11);
        ledger.draft(10, 11);
        assertThat(ledger.step(2).distribution()).isNotNull();
        ledger.accept(1);

        assertThat(ledger.step(2).distribution()).isNull();
        assertThat(ledger.step(2).token()).isEqualTo(10);
        assertThat(ledger.step(3).distribution()).as("of what is still a draft").isNotNull();
    }

    private void propose(int role, int position, int id) {
        ledger.attempts().add(position, role, step(id));
    }

    private static Step step(int id) {
        return new Step(
                id,
                -1,
                1,
                0.5f,
                0.1f,
                Float.NaN,
                Float.NaN,
                new int[0],
                new float[0],
                TokenDistribution.certain(id),
                new float[0]);
    }
}
