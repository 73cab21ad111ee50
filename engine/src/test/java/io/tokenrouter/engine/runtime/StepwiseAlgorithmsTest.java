package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TextEncoder;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Algorithms that read the text, in the real runtime, against loops that recompute everything. */
class StepwiseAlgorithmsTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9};
    private static final int TOKENS = 120;
    private static final FakeModel SMALL = new FakeModel(1, FakePair.VOCABULARY);
    private static final FakeModel LARGE = new FakeModel(2, FakePair.VOCABULARY);
    private static final FakeVocabulary WORDS = FakeVocabulary.endless(FakePair.VOCABULARY);

    private final int[] ids = Arrays.copyOf(PROMPT, PROMPT.length + TOKENS);
    private final List<String> writers = new ArrayList<>();
    private int length = PROMPT.length;

    private TokenCandidate next(FakeModel model) {
        return model.next(ids, length, SamplingParams.GREEDY);
    }

    private void write(FakeModel model) {
        ids[length] = next(model).token();
        writers.add(model == SMALL ? "s" : "l");
        length++;
    }

    private void assertWrites(PolicySpec policy) {
        try (FakePair pair = new FakePair()) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, policy));
            assertThat(log.ids()).isEqualTo(Arrays.copyOfRange(ids, PROMPT.length, ids.length));
            assertThat(log.writers()).isEqualTo(writers);
            assertThat(writers).contains("s", "l");
            pair.assertIdleAndBalanced();
        }
    }

    /** Every token from id 30 on has the delimiter in it. */
    @ParameterizedTest
    @CsvSource({"1, 512, true", "1, 512, false", "3, 512, true", "2, 5, true"})
    void theFirstTokenOfAStepDecidesWhoWritesIt(int leastStep, int mostStep, boolean redo) {
        while (length < ids.length) {
            TokenCandidate glimpse = next(SMALL);
            boolean large = glimpse.entropy() > 0.4;
            write(large && redo ? LARGE : SMALL);
            int tokens = 1;
            while (length < ids.length && !(ids[length - 1] >= 30 && tokens >= leastStep) && tokens < mostStep) {
                write(large ? LARGE : SMALL);
                tokens++;
            }
        }
        assertWrites(new PolicySpec(
                "glimpse",
                Map.of("delimiter", "<3", "tau", 0.4, "minStep", leastStep, "maxStep", mostStep, "redo", redo)));
    }

    /** Every token from id 26 on is a call for as many tokens, which the large model does not see. */
    @ParameterizedTest
    @CsvSource({"5, 512", "1, 512", "100, 3"})
    void aCallLetsTheLargeModelWriteSoManyTokens(int mostCalls, int mostTokens) {
        List<Integer> seen = new ArrayList<>();
        for (int id : PROMPT) {
            seen.add(id);
        }
        int calls = 0;
        while (length < ids.length) {
            write(SMALL);
            int id = ids[length - 1];
            if (id < 26) {
                seen.add(id);
                continue;
            }
            assertThat(WORDS.piece(id)).isEqualTo("<" + id + ">");
            for (int i = 0; calls < mostCalls && i < Math.min(id, mostTokens) && length < ids.length; i++) {
                int[] view = seen.stream().mapToInt(Integer::intValue).toArray();
                ids[length] =
                        LARGE.next(view, view.length, SamplingParams.GREEDY).token();
                seen.add(ids[length]);
                writers.add("l");
                length++;
            }
            calls++;
        }
        assertWrites(new PolicySpec(
                "relay", Map.of("open", "<", "close", ">", "maxCalls", mostCalls, "maxPerCall", mostTokens)));
    }

    /** Every token from id 30 on has the delimiter in it. */
    @ParameterizedTest
    @CsvSource({"greedy, 4, 512, 0", "expected, 4.5, 512, 0", "greedy, 5, 3, 4"})
    void theLargeModelTakesTheStepsThatItRatesWellAndWritesTheOthers(
            String reading, double least, int mostStep, int firstSteps) {
        int steps = 0;
        while (length < ids.length) {
            int start = length;
            boolean drafts = steps >= firstSteps;
            while (drafts && !isStepDone(start, mostStep)) {
                ids[length] = next(SMALL).token();
                length++;
            }
            if (drafts && rating(reading, "rate ") >= least) {
                writers.addAll(Collections.nCopies(length - start, "s"));
            } else {
                length = start;
                while (!isStepDone(start, mostStep)) {
                    write(LARGE);
                }
            }
            steps++;
        }
        assertWrites(new PolicySpec(
                "stepVerify",
                Map.of(
                        "delimiter",
                        "<3",
                        "rubric",
                        "rate ",
                        "reading",
                        reading,
                        "accept",
                        least,
                        "maxStep",
                        mostStep,
                        "firstN",
                        firstSteps)));
    }

    private boolean isStepDone(int start, int mostStep) {
        return length == ids.length || length > start && ids[length - 1] >= 30 || length - start == mostStep;
    }

    /** Digits have the ids 8 to 17. */
    private double rating(String reading, String rubric) {
        long state = LARGE.stateOf(ids, length);
        for (int id : FakePair.encode(rubric)) {
            state = LARGE.extend(state, id);
        }
        int[] digits = IntStream.range(8, 18).toArray();
        if (reading.equals("greedy")) {
            return LARGE.candidate(state, SamplingParams.GREEDY, length, 0, TokenMask.ofIds(digits))
                            .token()
                    - 8;
        }
        double total = 0;
        double weighed = 0;
        for (int id : digits) {
            total += Math.exp(-LARGE.loss(state, id));
            weighed += Math.exp(-LARGE.loss(state, id)) * (id - 8);
        }
        return weighed / total;
    }

    @Test
    void stepsThatNobodyCanRateAreTakenAndThoseThatNobodyDraftsAreTheLargeModels() {
        PolicySpec policy = new PolicySpec("stepVerify", Map.of("delimiter", "<3", "rubric", "rate "));
        for (boolean smallFails : new boolean[] {true, false}) {
            try (FakePair pair = new FakePair()) {
                (smallFails ? pair.small : pair.large).failOn(row -> true);
                EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, policy));
                assertThat(log.ids()).isEqualTo(Oracle.alone(smallFails ? LARGE : SMALL, PROMPT, TOKENS));
                pair.assertIdleAndBalanced();
            }
        }
    }

    /** Prompt, one token of a step, and rubric fill the large model's 64 ids exactly, or are one too many. */
    @Test
    void aRubricThatNeverFitsBehindAStepIsRefused() {
        try (FakePair pair = narrow(FakePair.OPTIONS)) {
            PolicySpec fits = rubricOf(64 - PROMPT.length - 1);
            pair.run(pair.request("pair", PROMPT, 4, fits));
            PolicySpec tooLong = rubricOf(64 - PROMPT.length);
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> pair.submit(pair.request("pair", PROMPT, 4, tooLong), new EventLog()))
                    .withMessageContaining("6 tokens and the rubric 58")
                    .withMessageContaining("holds 64 tokens")
                    .satisfies(e -> assertThat(e.kind()).isEqualTo(EngineException.Kind.CONTEXT_LENGTH_EXCEEDED))
                    .satisfies(e -> assertThat(e.param()).isEqualTo("routing.options.rubric"));
            pair.assertIdleAndBalanced();
        }
    }

    /** Of steps of 10 tokens behind 6, the first two have room for 40 more within 64 ids; the following three have not. */
    @Test
    void stepsThatAreNotRatedForWantOfRoomAreCounted() {
        List<String> missing = Collections.synchronizedList(new ArrayList<>());
        EngineMetrics metrics = new EngineMetrics() {
            @Override
            public void answerMissing(String target, String model) {
                missing.add(target + " " + model);
            }
        };
        try (FakePair pair = narrow(FakePair.OPTIONS.withMetrics(metrics))) {
            Map<String, Object> options =
                    Map.of("delimiter", "no such text", "rubric", "x".repeat(35), "accept", 0, "maxStep", 10);
            pair.run(pair.request("pair", PROMPT, 50, new PolicySpec("stepVerify", options)));
            pair.assertIdleAndBalanced();
        }
        assertThat(missing).containsExactly("pair l", "pair l", "pair l");
    }

    private static FakePair narrow(EngineOptions options) {
        ExecutorSpec sixtyFour = new ExecutorSpec(FakePair.VOCABULARY, 64, 4, 400, 16, 64);
        return new FakePair(options, FakePair.SPEC, sixtyFour, WORDS, List.of(), null);
    }

    private static PolicySpec rubricOf(int tokens) {
        return new PolicySpec("stepVerify", Map.of("delimiter", "<3", "rubric", "x".repeat(tokens)));
    }

    @Test
    void aRubricThatNoDigitFollowsAsATokenOfItsOwnIsRefused() {
        TextEncoder joined = text -> new int[] {text.length() % FakePair.VOCABULARY};
        FakeExecutor small = new FakeExecutor(SMALL, FakePair.SPEC);
        FakeExecutor large = new FakeExecutor(LARGE, FakePair.SPEC);
        for (TextEncoder encoder : List.of(joined, TextEncoder.NONE)) {
            try (RoutingEngine engine = new RoutingEngine(FakePair.OPTIONS, RoutingAlgorithms.load())) {
                engine.addModel("s", small, WORDS, encoder);
                engine.addModel("l", large, WORDS, encoder);
                engine.addPair("pair", "s", "l", PolicySpec.of("stepVerify"));
                GenerationRequest request = new GenerationRequest(
                        "r", "pair", PROMPT, SamplingParams.GREEDY, StopCriteria.maxTokens(5), null, 0);
                assertThatExceptionOfType(EngineException.class)
                        .isThrownBy(() -> engine.submit(request, new EventLog()))
                        .satisfies(e -> assertThat(e.kind()).isEqualTo(EngineException.Kind.INVALID_REQUEST));
            }
        }
    }

    /** One encoding for each digit, and one to compare them with. */
    @Test
    void aRubricIsTokenizedOnceForAllRequestsOfAPair() {
        AtomicInteger encodings = new AtomicInteger();
        PolicySpec own = PolicySpec.of("stepVerify");
        FakeExecutor small = new FakeExecutor(SMALL, FakePair.SPEC);
        FakeExecutor large = new FakeExecutor(LARGE, FakePair.SPEC);
        try (RoutingEngine engine = new RoutingEngine(FakePair.OPTIONS, RoutingAlgorithms.load())) {
            TextEncoder counting = text -> {
                encodings.incrementAndGet();
                return FakePair.encode(text);
            };
            engine.addModel("s", small, WORDS, counting);
            engine.addModel("l", large, WORDS, counting);
            engine.addPair("pair", "s", "l", own);
            for (int i = 0; i < 6; i++) {
                EventLog log = new EventLog();
                engine.submit(
                        new GenerationRequest(
                                "r" + i,
                                "pair",
                                PROMPT,
                                SamplingParams.GREEDY,
                                StopCriteria.maxTokens(2),
                                i % 2 == 0 ? null : own,
                                0),
                        log);
                log.awaitFinished();
            }
        }
        assertThat(encodings).hasValue(11);
    }

    @Test
    void callsThatAreNotFollowedLeaveTheSmallModelAlone() {
        while (length < ids.length) {
            write(SMALL);
        }
        try (FakePair pair = new FakePair()) {
            PolicySpec none = new PolicySpec("relay", Map.of("open", "<", "close", ">", "maxCalls", 0));
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, none));
            assertThat(log.writers()).isEqualTo(writers);
            assertThat(pair.large.steps()).isEmpty();
        }
    }
}
