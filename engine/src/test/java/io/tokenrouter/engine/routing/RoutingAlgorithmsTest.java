package io.tokenrouter.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.fixtures.RandomHead;
import io.tokenrouter.engine.heads.HeadLibrary;
import io.tokenrouter.engine.heads.RouterHead;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutingAlgorithmsTest {

    private static final PolicySpec BASE = new PolicySpec("uncertainty", Map.of("enter", 0.3, "window", 2));

    private final RoutingAlgorithms algorithms = RoutingAlgorithms.load(
            RandomHead.library("demo", RandomHead.perceptron(1, 4), RouterHead.Score.HARD, OptionalDouble.of(0.5)));

    @Test
    void builtInsAreFound() {
        assertThat(algorithms.all())
                .extracting(AlgorithmFactory::name)
                .contains("fixed", "random", "uncertainty", "momentum");
    }

    @Test
    void everyOptionAcceptsItsDefaultAndSaysWhatItIsFor() {
        for (AlgorithmFactory factory : algorithms.all()) {
            Map<String, Object> defaults = new HashMap<>();
            for (OptionSpec option : factory.options()) {
                assertThat(option.help())
                        .as(factory.name() + "." + option.name())
                        .isNotBlank();
                if (option.defaultValue() != null) {
                    defaults.put(option.name(), option.defaultValue());
                }
            }
            assertThat(algorithms.create(new PolicySpec(factory.name(), defaults)))
                    .isNotNull();
        }
    }

    @Test
    void unknownOptionIsRefusedWithTheNearestAndAllKnownOnes() {
        assertRefused(
                () -> algorithms.create(new PolicySpec("uncertainty", Map.of("entre", 1))),
                "routing.options.entre",
                "uncertainty has no option 'entre'; did you mean 'enter'? it takes metric, enter, exit, window, minStay,"
                        + " mode, normalised.");
    }

    @Test
    void aSeedHasAllSixtyFourBits() {
        algorithms.create(new PolicySpec("random", Map.of("seed", Long.MAX_VALUE)));
        algorithms.create(new PolicySpec("random", Map.of("seed", BigInteger.valueOf(Long.MIN_VALUE))));
        assertRefused(
                () -> algorithms.create(
                        new PolicySpec("random", Map.of("seed", new BigInteger("9223372036854775808")))),
                "routing.options.seed",
                "routing.options.seed must be a whole number from -9223372036854775808 to 9223372036854775807, not"
                        + " 9223372036854775808");
    }

    @Test
    void charactersOfATextAreCountedNotTheirHalves() {
        algorithms.create(new PolicySpec("glimpse", Map.of("delimiter", "😀".repeat(64))));
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> algorithms.create(new PolicySpec("glimpse", Map.of("delimiter", "😀".repeat(65)))))
                .withMessageStartingWith("routing.options.delimiter must be a text of 1 to 64 characters, not '😀")
                .withMessageEndingWith("😀...");
    }

    @Test
    void unknownPolicyIsRefusedWithTheKnownOnes() {
        assertRefused(
                () -> algorithms.create(PolicySpec.of("entropy")),
                "routing.policy",
                "unknown policy 'entropy'; policies: uncertainty, momentum, neural, speculative, glimpse, stepVerify, fuse,"
                        + " relay, random, fixed");
    }

    @ParameterizedTest
    @CsvSource({
        "enter, 20.5, 'routing.options.enter must be a number from 0 to 20, not 20.5'",
        "enter, NaN, 'routing.options.enter must be a number from 0 to 20, not NaN'",
        "window, 0, 'routing.options.window must be a whole number from 1 to 256, not 0.0'",
        "window, 1, 'routing.options.window must be a whole number from 1 to 256, not 1.0'",
        "window, 1.5, 'routing.options.window must be a whole number from 1 to 256, not 1.5'",
        "window, 1e300, 'routing.options.window must be a whole number from 1 to 256, not 1.0E300'",
    })
    void numberOutsideItsRangeIsRefusedWithTheRange(String option, double value, String message) {
        assertRefused(
                () -> algorithms.create(new PolicySpec("uncertainty", Map.of(option, value))),
                "routing.options." + option,
                message);
    }

    @Test
    void wrongTypesAreRefused() {
        assertRefused(
                () -> algorithms.create(new PolicySpec("uncertainty", Map.of("enter", "0.2"))),
                "routing.options.enter",
                "routing.options.enter must be a number from 0 to 20, not '0.2'");
        assertRefused(
                () -> algorithms.create(new PolicySpec("uncertainty", Map.of("mode", "both"))),
                "routing.options.mode",
                "routing.options.mode must be one of replace, switch, not 'both'");
        assertRefused(
                () -> algorithms.create(new PolicySpec("uncertainty", Map.of("normalised", 1))),
                "routing.options.normalised",
                "routing.options.normalised must be true or false, not 1");
    }

    @Test
    void aLongNameDoesNotFillTheMessage() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> algorithms.create(new PolicySpec("uncertainty", Map.of("x".repeat(1_000_000), 1))))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300))
                .satisfies(e -> assertThat(e.param()).hasSizeLessThan(100));
    }

    @Test
    void optionsThatContradictEachOtherAreRefused() {
        assertRefused(
                () -> algorithms.create(new PolicySpec("uncertainty", Map.of("enter", 0.2, "exit", 0.3))),
                "routing.options.exit",
                "routing.options.exit must be at most routing.options.enter, which is 0.2, not 0.3");
        assertRefused(
                () -> algorithms.create(
                        new PolicySpec("uncertainty", Map.of("metric", "top1", "enter", 0.5, "exit", 0.3))),
                "routing.options.exit",
                "routing.options.exit must be at least routing.options.enter, which is 0.5, not 0.3");
        assertRefused(
                () -> algorithms.create(new PolicySpec("uncertainty", Map.of("metric", "margin", "enter", 1.5))),
                "routing.options.enter",
                "routing.options.enter must be a number from 0 to 1 for margin, not 1.5");
        assertRefused(
                () -> algorithms.create(new PolicySpec("uncertainty", Map.of("metric", "top1", "normalised", true))),
                "routing.options.normalised",
                "routing.options.normalised is for entropy only, not for top1");
    }

    @Test
    void weightsThatMakeNoRowAreRefused() {
        assertRefused(
                () -> algorithms.create(new PolicySpec("fuse", Map.of("weightLarge", 0, "weightSmall", 0))),
                "routing.options.weightLarge",
                "routing.options.weightLarge and routing.options.weightSmall must not both be 0");
        assertRefused(
                () -> algorithms.create(new PolicySpec("fuse", Map.of("weightSmall", -0.5, "space", "prob"))),
                "routing.options.weightSmall",
                "routing.options.weightSmall must be at least 0 where routing.options.space is prob");
        assertThat(algorithms.create(new PolicySpec("fuse", Map.of("weightLarge", 1.5, "weightSmall", -0.5))))
                .isNotNull();
    }

    @Test
    void stepsAreRatedByTheLargeModelOrByARewardModel() {
        assertThat(algorithms
                        .create(new PolicySpec("stepVerify", Map.of("scorer", "llm-digit")))
                        .spec()
                        .roles())
                .containsExactly(Role.SMALL, Role.LARGE);
        assertRefused(
                () -> algorithms.create(new PolicySpec("stepVerify", Map.of("scorer", "prm", "scorerRole", "small"))),
                "routing.options.scorerRole",
                "routing.options.scorerRole must not be small, whose steps are rated");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() ->
                        algorithms.create(new PolicySpec("stepVerify", Map.of("scorer", "prm", "checkpoint", "none"))))
                .satisfies(e -> assertThat(e.param()).isEqualTo("routing.options.checkpoint"));
        assertRefused(
                () -> algorithms.create(new PolicySpec("stepVerify", Map.of("accept", 10))),
                "routing.options.accept",
                "routing.options.accept must be a number from 0 to 9, not 10");
    }

    @Test
    void aFusionHasTheRolesOfItsWeights() {
        assertThat(fuse("weights", "large=1, small=1, base=-1").spec().roles())
                .containsExactly(Role.LARGE, Role.SMALL, new Role("base"));
        assertThat(fuse("weights", " b-1 : 0.5,large:+.5 ").spec().roles())
                .containsExactly(new Role("b-1"), Role.LARGE);
        String form = "routing.options.weights must be roles with their weights, such as large=1, small=1, base=-1,"
                + " with a comma between";
        for (String wrong :
                new String[] {"large", "large=1,", "large=1;small=1", "Large=1,small=1", "large=1 2,small=1"}) {
            assertRefused(() -> fuse("weights", wrong), "routing.options.weights", form);
        }
        for (String wrong : new String[] {"large=10.1,small=1", "large=1.2.3,small=1", "large=.,small=1"}) {
            assertRefused(
                    () -> fuse("weights", wrong),
                    "routing.options.weights",
                    "routing.options.weights must have weights from -10 to 10");
        }
        assertRefused(
                () -> fuse("weights", "large=1,large=2"),
                "routing.options.weights",
                "routing.options.weights must name two roles at least, none of them twice");
        assertRefused(
                () -> fuse("weights", "large=0,small=0"),
                "routing.options.weights",
                "routing.options.weights must not all be 0");
        assertRefused(
                () -> fuse("weights", "large=1,base=1", "gate", "entropy"),
                "routing.options.weights",
                "routing.options.weights must have one of small where routing.options.gate is entropy");
        assertRefused(
                () -> fuse("weights", "large=1,base=1", "maskBy", "small"),
                "routing.options.maskBy",
                "routing.options.maskBy must be one of large, base");
        assertRefused(
                () -> fuse("weights", "large=1,base=1", "ownTemplates", true),
                "routing.options.ownTemplates",
                "routing.options.ownTemplates is for large and small; requests carry no other templates");
    }

    private RoutingAlgorithm<?> fuse(String option, Object value) {
        return algorithms.create(new PolicySpec("fuse", Map.of(option, value)));
    }

    private RoutingAlgorithm<?> fuse(String option, Object value, String another, Object itsValue) {
        return algorithms.create(new PolicySpec("fuse", Map.of(option, value, another, itsValue)));
    }

    @Test
    void textsOutsideOfTheirLengthAreRefused() {
        assertThat(algorithms.create(new PolicySpec("glimpse", Map.of("delimiter", "\n"))))
                .isNotNull();
        for (Object wrong : new Object[] {"", "x".repeat(65), 7, "half a pair \ud83d"}) {
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> algorithms.create(new PolicySpec("glimpse", Map.of("delimiter", wrong))))
                    .withMessageContaining("must be a text of 1 to 64 characters");
        }
        assertRefused(
                () -> algorithms.create(new PolicySpec("glimpse", Map.of("minStep", 9, "maxStep", 8))),
                "routing.options.minStep",
                "routing.options.minStep must be at most routing.options.maxStep, which is 8, not 9");
    }

    @Test
    void overrideKeepsTheOptionsOfTheSamePolicyAndDropsThoseOfAnother() {
        assertThat(algorithms.override(BASE, null, Map.of(), 0.7))
                .isEqualTo(new PolicySpec("uncertainty", Map.of("enter", 0.7, "window", 2)));
        assertThat(algorithms.override(BASE, "uncertainty", Map.of("mode", "switch"), null))
                .isEqualTo(new PolicySpec("uncertainty", Map.of("enter", 0.3, "window", 2, "mode", "switch")));
        assertThat(algorithms.override(BASE, "random", Map.of(), 0.2))
                .isEqualTo(new PolicySpec("random", Map.of("p", 0.2)));
    }

    @Test
    void overrideWithNullGivesTheDefaultBack() {
        Map<String, Object> options = new HashMap<>();
        options.put("window", null);

        assertThat(algorithms.override(BASE, null, options, null).options()).containsOnlyKeys("enter");
    }

    @Test
    void thresholdIsRefusedWhereItMeansNothingOrSaysSomethingElse() {
        assertRefused(
                () -> algorithms.override(BASE, "fixed", Map.of(), 0.2),
                "routing.threshold",
                "policy 'fixed' has no threshold");
        assertRefused(
                () -> algorithms.override(BASE, null, Map.of(), -1),
                "routing.threshold",
                "routing.threshold must be a number from 0 to 20, not -1");
        assertRefused(
                () -> algorithms.override(BASE, null, Map.of("enter", 0.5), 0.2),
                "routing.threshold",
                "routing.threshold is 0.2 and routing.options.enter, which is the same, is 0.5");
        assertThat(algorithms.override(BASE, null, Map.of("enter", 1), 1.0).options())
                .containsEntry("enter", 1.0);
    }

    @Test
    void thresholdOfAPolicyIsItsOptionOrTheDefault() {
        assertThat(algorithms.threshold(BASE)).hasValue(0.3);
        assertThat(algorithms.threshold(PolicySpec.of("uncertainty"))).hasValue(0.45);
        assertThat(algorithms.threshold(PolicySpec.of("fixed"))).isEmpty();
        assertThat(algorithms.threshold(PolicySpec.of("neural")))
                .as("the head's own")
                .hasValue(0.5);
    }

    @Test
    void twoAlgorithmsOfOneNameAreRefused() {
        AlgorithmFactory one = algorithms.get("fixed");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RoutingAlgorithms(List.of(one, one), HeadLibrary.EMPTY))
                .withMessageContaining("fixed");
    }

    private static void assertRefused(ThrowingCallable call, String param, String message) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.kind()).isEqualTo(EngineException.Kind.INVALID_REQUEST))
                .satisfies(e -> assertThat(e.param()).isEqualTo(param))
                .withMessage(message);
    }
}
