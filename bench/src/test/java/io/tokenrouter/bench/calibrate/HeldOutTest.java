package io.tokenrouter.bench.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.bench.demo.DemoModel;
import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.demo.Problem;
import io.tokenrouter.demo.Split;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.calibrate.Calibration;
import io.tokenrouter.engine.calibrate.Calibrator;
import io.tokenrouter.engine.calibrate.Figures;
import io.tokenrouter.engine.calibrate.Goal;
import io.tokenrouter.engine.calibrate.Progress;
import io.tokenrouter.engine.calibrate.Replay;
import io.tokenrouter.engine.calibrate.ReplayPrompt;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The demo pair on problems of fixed seeds, greedily: the same figures at every run. */
class HeldOutTest {

    private static final Path HOME = Path.of(System.getProperty("tokenrouter.home", ".."));
    private static final int PROBLEMS = 80;
    private static final int AT_ONCE = 8;

    private static CpuDevice device;
    private static DemoModel small;
    private static DemoModel large;
    private static RoutingEngine engine;
    private static List<ReplayPrompt> prompts;
    private static List<ReplayPrompt> heldOut;

    @BeforeAll
    static void open() throws IOException {
        device = new CpuDevice(Runtime.getRuntime().availableProcessors());
        small = DemoModel.open(HOME, "small");
        large = DemoModel.open(HOME, "large");
        engine = new RoutingEngine(EngineOptions.DEFAULTS, RoutingAlgorithms.load());
        int positions = AT_ONCE * 2 * 256;
        engine.addModel(
                "s", small.executor(device, positions), small.tokenizer().vocabulary());
        engine.addModel(
                "l", large.executor(device, positions), large.tokenizer().vocabulary());
        engine.addPair("pair", "s", "l", PolicySpec.of("uncertainty"));
        List<Problem> problems =
                new ArrayList<>(DemoTask.problems(Split.VALIDATION, DemoTask.VALIDATION_SEED, PROBLEMS));
        Collections.shuffle(problems, new Random(1));
        List<ReplayPrompt> all = problems.stream().map(HeldOutTest::prompt).toList();
        prompts = all.subList(0, PROBLEMS / 2);
        heldOut = all.subList(PROBLEMS / 2, PROBLEMS);
    }

    @AfterAll
    static void close() throws Exception {
        engine.close();
        large.close();
        small.close();
        device.close();
    }

    private static ReplayPrompt prompt(Problem problem) {
        return new ReplayPrompt(
                small.prompt(problem.prompt()),
                (ids, ended) -> ended && DemoTask.grade(small.tokenizer().decode(ids), problem));
    }

    private static Calibration calibrate(PolicySpec policy, Goal goal) throws InterruptedException {
        Replay replay = new Replay(engine, "pair", "s", "l", DemoTask.MAX_ANSWER_TOKENS, AT_ONCE, Progress.NONE);
        return new Calibrator(
                        replay,
                        RoutingAlgorithms.load(),
                        policy,
                        small.tokenizer().vocabulary().size())
                .calibrate(goal, prompts, heldOut);
    }

    @Test
    void aShareHoldsOnOtherPromptsWithinTwoPoints() throws Exception {
        Calibration found = calibrate(PolicySpec.of("uncertainty"), new Goal.Share(0.15));
        Figures measured = Objects.requireNonNull(found.measured());

        assertThat(found.predicted().share().value()).isCloseTo(0.15, within(0.01));
        assertThat(measured.share().value())
                .as("%s", found)
                .isCloseTo(found.predicted().share().value(), within(0.02));
        assertThat(found.trials()).hasSizeLessThan(8);
        assertThat(found.trials())
                .as("not what was held out")
                .extracting(Calibration.Trial::threshold)
                .doesNotHaveDuplicates();
    }

    @Test
    void aRecallHoldsOnOtherPrompts() throws Exception {
        Calibration found = calibrate(PolicySpec.of("uncertainty"), new Goal.Recall(0.9));
        Figures measured = Objects.requireNonNull(found.measured());

        assertThat(Objects.requireNonNull(found.predicted().recall()).value()).isBetween(0.9, 0.93);
        assertThat(Objects.requireNonNull(measured.recall()).high())
                .as("of few positions where the models differ: %s", found)
                .isGreaterThan(
                        Objects.requireNonNull(found.predicted().recall()).low());
        assertThat(measured.share().value()).isCloseTo(found.predicted().share().value(), within(0.02));
    }

    @Test
    void theLargeModelsAccuracyIsHadWithFewOfItsTokens() throws Exception {
        Calibration found = calibrate(PolicySpec.of("uncertainty"), new Goal.Accuracy(0.02));
        double wanted =
                Objects.requireNonNull(found.predicted().largeAccuracy()).value() - 0.02;

        assertThat(Objects.requireNonNull(found.predicted().accuracy()).value())
                .as("%s", found)
                .isGreaterThanOrEqualTo(wanted - 1e-9);
        assertThat(found.predicted().share().value()).isLessThan(0.2);
        Figures measured = Objects.requireNonNull(found.measured());
        assertThat(measured.share().value()).isCloseTo(found.predicted().share().value(), within(0.02));
        assertThat(Objects.requireNonNull(measured.accuracy()).value())
                .as("two points are one problem of 40: %s", found)
                .isGreaterThanOrEqualTo(
                        Objects.requireNonNull(measured.largeAccuracy()).value() - 0.026);
    }

    /** Its threshold is of a mean over tokens before, so that no position tells what it does: it is searched. */
    @Test
    void aPolicyThatLooksBackIsCalibratedByTrying() throws Exception {
        Calibration found = calibrate(new PolicySpec("uncertainty", Map.of("window", 3)), new Goal.Share(0.05));

        assertThat(found.predicted().share().value()).as("%s", found).isCloseTo(0.05, within(0.005));
        assertThat(Objects.requireNonNull(found.measured()).share().value())
                .as("%s", found)
                .isCloseTo(found.predicted().share().value(), within(0.02));
    }
}
