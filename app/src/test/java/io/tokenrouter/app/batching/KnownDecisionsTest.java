package io.tokenrouter.app.batching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.app.persistence.BatchingDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/** What operators decided, while the database answers and while it does not. */
class KnownDecisionsTest {

    private final List<BatchingDecision> stored = new ArrayList<>();
    private Supplier<List<BatchingDecision>> database = () -> List.copyOf(stored);
    private final KnownDecisions decisions = new KnownDecisions(() -> database.get());

    @Test
    void thePinnedRuleOfAPairThatIsLoadedDuringAnOutageIsKnownFromBefore() {
        stored.add(pinned(7, "one"));
        decisions.load();
        database = () -> {
            throw new DataAccessResourceFailureException("away");
        };
        assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(() -> decisions.reread("one"));
        assertThat(decisions.newestOf(List.of("one"))).isEqualTo(Optional.of(pinned(7, "one")));
    }

    @Test
    void aPairThatWasRegisteredAnewIsNotHeldToWhatWasDecidedAboutTheOldOne() {
        stored.add(pinned(7, "one"));
        stored.add(pinned(8, "two"));
        decisions.load();
        stored.removeFirst();
        decisions.reread("one");
        assertThat(decisions.newestOf(List.of("one"))).isEmpty();
        assertThat(decisions.newestOf(List.of("one", "two"))).isEqualTo(Optional.of(pinned(8, "two")));
    }

    @Test
    void ofPairsThatAreBatchedTogetherTheNewestDecisionCounts() {
        decisions.keep(pinned(9, "one"));
        decisions.keep(pinned(8, "two"));
        assertThat(decisions.newestOf(List.of("two", "one"))).isEqualTo(Optional.of(pinned(9, "one")));
    }

    private static BatchingDecision pinned(long version, String pair) {
        return new BatchingDecision(version, pair, "greedy", Map.of());
    }
}
