package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A row of a model that is NaN is no answer and no leave to go on without one: it ends its own request, whatever the algorithm. */
class UndefinedRowsTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9};
    private static final int[] ANOTHER = {2, 7, 1, 8, 2, 8};
    private static final int TOKENS = 120;

    static List<PolicySpec> policies() {
        return BuiltIns.ofBothModels();
    }

    static List<PolicySpec> judging() {
        return Stream.of("exact", "greedy", "cascade", "maxLoss", "head")
                .map(rule -> BuiltIns.speculative(Map.of("accept", rule, "checkpoint", "demo")))
                .toList();
    }

    static List<PolicySpec> fusing() {
        return List.of(new PolicySpec("fuse", Map.of()), new PolicySpec("fuse", Map.of("gate", "entropy", "tau", 0.5)));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void theSmallModels(PolicySpec policy) {
        endsItsOwnRequestOnly(policy, false, row -> true);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void theLargeModels(PolicySpec policy) {
        endsItsOwnRequestOnly(policy, true, row -> true);
    }

    @ParameterizedTest
    @MethodSource("judging")
    void aRowThatJudgesDrafts(PolicySpec policy) {
        endsItsOwnRequestOnly(policy, true, row -> wanted(row).drafts() > 0);
    }

    @ParameterizedTest
    @MethodSource("fusing")
    void aRowOfSeveral(PolicySpec policy) {
        endsItsOwnRequestOnly(
                policy, true, row -> wanted(row).fusion() != null || wanted(row).row());
    }

    private static CandidateRequest wanted(BatchRow row) {
        return row.candidate();
    }

    private static void endsItsOwnRequestOnly(PolicySpec policy, boolean ofLarge, Predicate<BatchRow> rows) {
        try (FakePair pair = new FakePair()) {
            int[] expected =
                    pair.run(pair.request("pair", ANOTHER, TOKENS, policy)).ids();
            FakeExecutor damaged = ofLarge ? pair.large : pair.small;
            damaged.undefineRows(row -> row.ids()[0] == PROMPT[0] && rows.test(row));
            EventLog ended = new EventLog();
            EventLog bystander = new EventLog();
            pair.submit(pair.request("pair", PROMPT, TOKENS, policy), ended);
            pair.submit(pair.request("pair", ANOTHER, TOKENS, policy), bystander);

            EngineException error = ended.awaitFailed().error();
            assertThat(error.kind()).isEqualTo(EngineException.Kind.INTERNAL);
            assertThat(error)
                    .hasMessage("model '" + (ofLarge ? "l" : "s") + "' could not run the request: the model's logit of"
                            + " token id 0 is NaN");
            bystander.awaitFinished();
            assertThat(bystander.ids()).isEqualTo(expected);
            pair.assertIdleAndBalanced();
        }
    }
}
