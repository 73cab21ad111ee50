package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.fixtures.StepGate;
import io.tokenrouter.engine.sampling.LogitRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pair with a third model: a base of proxy tuning, a reward model. */
class ThreeRolesTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9};
    private static final int TOKENS = 60;
    private static final FakeModel SMALL = new FakeModel(1, FakePair.VOCABULARY);
    private static final FakeModel LARGE = new FakeModel(2, FakePair.VOCABULARY);
    private static final FakeModel THIRD = new FakeModel(3, FakePair.VOCABULARY);

    private final FakePair pair = new FakePair();
    private final FakeExecutor third = new FakeExecutor(THIRD, FakePair.SPEC);

    ThreeRolesTest() {
        pair.engine.addModel("t", third, new FakeVocabulary(FakePair.VOCABULARY, Set.of()), FakePair::encode);
        pair.engine.addPair("trio", "s", "l", Map.of("base", "t"), PolicySpec.of("uncertainty"));
        pair.engine.addPair("judged", "s", "l", Map.of("prm", "t"), PolicySpec.of("uncertainty"));
    }

    @AfterEach
    void everyBlockIsBack() {
        pair.assertIdleAndBalanced();
        assertThat(third.faults()).isEmpty();
        pair.close();
    }

    private static PolicySpec weights(String text) {
        return new PolicySpec("fuse", Map.of("weights", text));
    }

    private EventLog run(String target, PolicySpec policy) {
        return pair.run(pair.request(target, PROMPT, TOKENS, policy));
    }

    /** The largest of {@code large + small - base}. */
    private static int[] proxyTuned() {
        int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS);
        for (int length = PROMPT.length; length < ids.length; length++) {
            LogitRow large = LARGE.row(LARGE.stateOf(ids, length));
            LogitRow small = SMALL.row(SMALL.stateOf(ids, length));
            LogitRow base = THIRD.row(THIRD.stateOf(ids, length));
            int best = -1;
            double most = Double.NEGATIVE_INFINITY;
            for (int id = 0; id < FakePair.VOCABULARY; id++) {
                double value = (double) large.logit(id) + small.logit(id) - base.logit(id);
                if (value > most) {
                    most = value;
                    best = id;
                }
            }
            ids[length] = best;
        }
        return Arrays.copyOfRange(ids, PROMPT.length, ids.length);
    }

    @Test
    void proxyTuningAddsWhatTuningChangedInTheSmallModel() {
        EventLog log = run("trio", weights("large=1, small=1, base=-1"));
        assertThat(log.ids()).isEqualTo(proxyTuned());
        assertThat(log.writers()).isEqualTo(Collections.nCopies(TOKENS, "l"));
        assertThat(log.awaitFinished().stats().completionTokens()).containsEntry("t", 0);
        assertThat(pair.model("t").fusedRows()).isEqualTo(TOKENS);
    }

    @Test
    void weightsOfNothingLeaveTheOtherModelsIds() {
        assertThat(run("trio", weights("large:1,small:0,base:0")).ids()).isEqualTo(Oracle.alone(LARGE, PROMPT, TOKENS));
        assertThat(run("trio", weights("base=1, large=0")).ids()).isEqualTo(Oracle.alone(THIRD, PROMPT, TOKENS));
    }

    @Test
    void allThreeAreInAStepAtTheSameTime() {
        List<StepGate> gates = List.of(new StepGate(), new StepGate(), new StepGate());
        pair.small.gate(gates.get(0));
        pair.large.gate(gates.get(1));
        third.gate(gates.get(2));
        EventLog log = new EventLog();
        pair.submit(pair.request("trio", PROMPT, 3, weights("large=1, small=1, base=-1")), log);
        for (int token = 0; token < 3; token++) {
            gates.forEach(StepGate::awaitStep);
            gates.forEach(gate -> gate.allow(1));
        }
        assertThat(log.awaitFinished().stats().totalCompletionTokens()).isEqualTo(3);
    }

    @Test
    void aThirdModelThatFailsLeavesTheTokenToTheFirst() {
        third.failOn(row -> true);
        assertThat(run("trio", weights("large=1, small=1, base=-1")).ids())
                .isEqualTo(Oracle.alone(LARGE, PROMPT, TOKENS));
    }

    @Test
    void aRoleThatThePairLacksIsRefusedWithThoseThatItHas() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> run("pair", weights("large=1, small=1, base=-1")))
                .withMessageContaining("needs a model in the role 'base'; the roles of 'pair' are small, large");
    }

    @Test
    void aModelHasOneRoleAndStaysWhileAPairHasIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> pair.engine.addPair("twice", "s", "l", Map.of("base", "s"), PolicySpec.of("uncertainty")))
                .withMessageContaining("one role");
        pair.engine.removePair("judged", Duration.ZERO);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> pair.engine.removeModel("t", Duration.ZERO))
                .withMessageContaining("pair 'trio' uses model 't'");
        pair.engine.removePair("trio", Duration.ZERO);
        pair.engine.removeModel("t", Duration.ZERO);
        assertThat(run("pair", FakePair.fixed("large")).ids()).isEqualTo(Oracle.alone(LARGE, PROMPT, TOKENS));
    }

    /** Every token from id 30 on ends a step; the head's number of the third model, low for good, decides who has written it. */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.5, 0.8})
    void aRewardModelTakesStepsAndWritesNothing(double least) {
        int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS);
        List<String> writers = new ArrayList<>();
        int length = PROMPT.length;
        while (length < ids.length) {
            int start = length;
            length = step(SMALL, ids, start);
            boolean good = 1 - THIRD.heads(THIRD.stateOf(ids, length), 1)[0] >= least;
            length = good ? length : step(LARGE, ids, start);
            writers.addAll(Collections.nCopies(length - start, good ? "s" : "l"));
        }
        EventLog log = run("judged", rewarded(least));
        assertThat(log.ids()).isEqualTo(Arrays.copyOfRange(ids, PROMPT.length, ids.length));
        assertThat(log.writers()).isEqualTo(writers);
        assertThat(log.awaitFinished().stats().completionTokens()).containsEntry("t", 0);
    }

    private static PolicySpec rewarded(double least) {
        return new PolicySpec(
                "stepVerify", Map.of("delimiter", "<3", "scorer", "prm", "checkpoint", "demo", "acceptReward", least));
    }

    private static int step(FakeModel model, int[] ids, int start) {
        int length = start;
        do {
            ids[length] = model.next(ids, length, SamplingParams.GREEDY).token();
            length++;
        } while (length < ids.length && ids[length - 1] < 30);
        return length;
    }

    @Test
    void stepsThatTheRewardModelCannotScoreAreTaken() {
        third.failOn(row -> true);
        assertThat(run("judged", rewarded(1)).ids()).isEqualTo(Oracle.alone(SMALL, PROMPT, TOKENS));
    }

    @Test
    void aRewardThatIsNotDefinedIsNoPraise() {
        third.undefineHeads();
        EventLog log = new EventLog();
        pair.submit(pair.request("judged", PROMPT, TOKENS, rewarded(0)), log);
        assertThat(log.awaitFailed().error()).hasMessageContaining("not defined");
    }
}
