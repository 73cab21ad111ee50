package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.cli.ModelOption;
import io.tokenrouter.app.cli.PairOption;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.app.persistence.RegisteredPair;
import io.tokenrouter.engine.executor.DeviceChoice;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PlanTest {

    private static final Path FILE = Path.of("/models/x.gguf");

    @Test
    void servesTheDemoPairAndWhatTheDatabaseRemembers() {
        Plan plan = Plan.of(
                List.of(known("mine", Origin.COMMAND_LINE), known("demo-small", Origin.DEMO)),
                List.of(),
                options(Optional.of(Path.of("/demo")), List.of(), List.of()));

        assertThat(plan.models().keySet()).containsExactly("demo-small", "demo-large", "mine");
        assertThat(plan.models().get("demo-small").file()).isEqualTo(Path.of("/demo/demo-small.gguf"));
        assertThat(plan.pairs().get("demo").policyName()).isEqualTo("uncertainty");
    }

    @Test
    void whatIsServedHasTheSameOrderAtEachStart() {
        ServeOptions options = options(Optional.of(Path.of("/demo")), List.of(), List.of());
        Plan first = Plan.of(List.of(), List.of(), options);
        Plan later = Plan.of(
                List.of(known("demo-small", Origin.DEMO), known("demo-large", Origin.DEMO), known("a", Origin.CONSOLE)),
                List.of(
                        pair("demo", "demo-small", "demo-large", "uncertainty", Origin.DEMO),
                        pair("young", "a", "demo-large", "uncertainty", Origin.CONSOLE)),
                options);

        assertThat(first.pairs().keySet()).containsExactly("demo");
        assertThat(later.pairs().keySet()).containsExactly("demo", "young");
        assertThat(later.models().keySet()).containsExactly("demo-small", "demo-large", "a");
    }

    @Test
    void leavesTheDemoPairOutWhereItIsNotWanted() {
        Plan plan = Plan.of(
                List.of(known("demo-small", Origin.DEMO), known("demo-large", Origin.DEMO)),
                List.of(pair("demo", "demo-small", "demo-large", "uncertainty", Origin.DEMO)),
                options(Optional.empty(), List.of(), List.of()));

        assertThat(plan.models()).isEmpty();
        assertThat(plan.pairs()).isEmpty();
    }

    @Test
    void theCommandLineReplacesAFileAndMustWork() {
        Plan plan = Plan.of(
                List.of(known("a", Origin.COMMAND_LINE), known("b", Origin.CONSOLE)),
                List.of(pair("ab", "a", "b", "special", Origin.CONSOLE)),
                options(
                        Optional.empty(),
                        List.of(new ModelOption("a", Path.of("/new.gguf"))),
                        List.of(new PairOption("ab", "b", "a"))));

        assertThat(plan.models().get("a"))
                .isEqualTo(new Plan.Model("a", Path.of("/new.gguf"), Origin.COMMAND_LINE, true, true));
        assertThat(plan.models().get("b").required()).isFalse();
        assertThat(plan.pairs().get("ab"))
                .isEqualTo(new Plan.Pair("ab", "b", "a", Map.of(), "special", Origin.COMMAND_LINE, true, true));
    }

    @Test
    void furtherModelsOfAPairStayWhereTheCommandLineNamesItAgain() {
        RegisteredPair known = new RegisteredPair(
                "ab", "a", "b", "special", Origin.CONSOLE, Instant.EPOCH, false, 1, Map.of("base", "c"));
        RegisteredModel unloaded = new RegisteredModel("c", FILE, Origin.CONSOLE, Instant.EPOCH, false, null, 1);
        Plan plan = Plan.of(
                List.of(known("a", Origin.CONSOLE), known("b", Origin.CONSOLE), unloaded),
                List.of(known),
                options(Optional.empty(), List.of(), List.of(new PairOption("ab", "a", "b"))));

        assertThat(plan.pairs().get("ab").roles()).containsExactly(Map.entry("base", "c"));
        assertThat(plan.models().get("c").wanted()).as("the pair needs it").isTrue();
    }

    @Test
    void whatAnOperatorUnloadedStaysUnloadedUnlessTheCommandLineNamesIt() {
        RegisteredModel out = new RegisteredModel("a", FILE, Origin.CONSOLE, Instant.EPOCH, false, null, 1);
        RegisteredModel demo = new RegisteredModel("demo-small", FILE, Origin.DEMO, Instant.EPOCH, false, null, 1);
        RegisteredPair demoPair = new RegisteredPair(
                "demo", "demo-small", "demo-large", "uncertainty", Origin.DEMO, Instant.EPOCH, false, 1);

        Plan plan = Plan.of(
                List.of(out, known("b", Origin.CONSOLE), demo),
                List.of(demoPair),
                options(Optional.of(Path.of("/demo")), List.of(), List.of()));
        assertThat(plan.models().get("a").wanted()).isFalse();
        assertThat(plan.models().get("demo-small").required()).isFalse();
        assertThat(plan.pairs().get("demo").wanted()).isFalse();

        Plan named = Plan.of(
                List.of(out, known("b", Origin.CONSOLE)),
                List.of(),
                options(Optional.empty(), List.of(), List.of(new PairOption("ab", "a", "b"))));
        assertThat(named.models().get("a").wanted()).isTrue();
    }

    @Test
    void refusesAPairOfAModelThatThereIsNot() {
        assertThatThrownBy(() -> Plan.of(
                        List.of(known("a", Origin.COMMAND_LINE)),
                        List.of(),
                        options(Optional.empty(), List.of(), List.of(new PairOption("p", "a", "typo")))))
                .isInstanceOf(StartupException.class)
                .hasMessage("pair p: there is no model typo; known are a");
    }

    @Test
    void refusesOneIdForAModelAndAPair() {
        assertThatThrownBy(() -> Plan.of(
                        List.of(known("a", Origin.COMMAND_LINE), known("b", Origin.COMMAND_LINE)),
                        List.of(),
                        options(Optional.empty(), List.of(), List.of(new PairOption("a", "a", "b")))))
                .isInstanceOf(StartupException.class)
                .hasMessage("the id a names a model and a pair");
    }

    @Test
    void refusesTheIdsOfTheDemoPair() {
        ModelOption model = new ModelOption("demo-small", FILE);
        PairOption pair = new PairOption("demo", "a", "b");

        assertThatThrownBy(() -> Plan.of(List.of(), List.of(), options(Optional.empty(), List.of(model), List.of())))
                .isInstanceOf(StartupException.class)
                .hasMessage("--model demo-small: this id belongs to the demo pair; choose another");
        assertThatThrownBy(() -> Plan.of(
                        List.of(known("a", Origin.COMMAND_LINE), known("b", Origin.COMMAND_LINE)),
                        List.of(),
                        options(Optional.empty(), List.of(), List.of(pair))))
                .isInstanceOf(StartupException.class)
                .hasMessage("--pair demo: this id belongs to the demo pair; choose another");
    }

    private static RegisteredModel known(String id, Origin origin) {
        return new RegisteredModel(id, FILE, origin, Instant.EPOCH, true, null, 1);
    }

    private static RegisteredPair pair(String id, String small, String large, String policy, Origin origin) {
        return new RegisteredPair(id, small, large, policy, origin, Instant.EPOCH, true, 1);
    }

    private static ServeOptions options(Optional<Path> demo, List<ModelOption> models, List<PairOption> pairs) {
        return new ServeOptions(
                "127.0.0.1",
                0,
                Path.of("/d"),
                Path.of("/p"),
                Optional.empty(),
                demo,
                models,
                pairs,
                false,
                DeviceChoice.CPU,
                1 << 20,
                OptionalLong.empty(),
                1,
                Optional.empty());
    }
}
