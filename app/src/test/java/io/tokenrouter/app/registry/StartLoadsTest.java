package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A start whose models do what nobody thought of. */
class StartLoadsTest {

    private final CpuDevice device = new CpuDevice(1);
    private final LoadedModels loaded = new LoadedModels();
    private final RoutingEngine engine = new RoutingEngine(EngineOptions.DEFAULTS, RoutingAlgorithms.load());
    private final LiveRegistry live = new LiveRegistry();
    private final List<String> begun = new ArrayList<>();
    private final Startup startup = new Startup(begun::add);

    @AfterEach
    void close() {
        engine.close();
        loaded.close();
        device.close();
    }

    @ParameterizedTest
    @ValueSource(classes = {StackOverflowError.class, IllegalStateException.class, OutOfMemoryError.class})
    void aModelThatFailsInAnyWayIsLeftOut(Class<? extends Throwable> failure) {
        run(failure, model("odd", false), model("sound", false));

        ModelStatus odd = live.state().models().get("odd");
        assertThat(odd.state()).isEqualTo(LifeState.FAILED);
        assertThat(odd.reason()).isEqualTo(UnusableFile.UNFORESEEN);
        assertThat(live.state().models().get("sound").state()).isEqualTo(LifeState.SERVING);
    }

    @Test
    void aModelThatTheStartItselfAsksForEndsItWithASentence() {
        assertThatThrownBy(() -> run(IllegalStateException.class, model("odd", true)))
                .isInstanceOf(StartupException.class)
                .hasMessage("model odd: " + UnusableFile.UNFORESEEN);
    }

    @Test
    void aStartThatIsStoppedIsNoFailureOfTheModel() {
        assertThatThrownBy(() -> run(Stopped.class, model("odd", false), model("sound", false)))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("stopped");
        assertThat(live.state().models().get("odd").state()).isEqualTo(LifeState.LOADING);
        assertThat(begun).containsExactly("Loading odd");
    }

    private static final class Stopped extends Throwable {
        private static final long serialVersionUID = 1L;
    }

    private void run(Class<? extends Throwable> ofOdd, Plan.Model... models) {
        for (Plan.Model model : models) {
            live.change(state -> state.with(ModelStatus.unloaded(
                            new RegisteredModel(model.id(), model.file(), model.origin(), Instant.EPOCH, true, null, 1))
                    .as(LifeState.LOADING, null)));
        }
        ModelLoading loading = new ModelLoading(new ModelLoader(device), loaded, engine);
        Path demo = DemoModels.SMALL.toAbsolutePath().getParent();
        ModelFolders folders =
                new ModelFolders(new ModelFolderProperties(List.of(demo), demo), RunningServer.options(demo));
        Places places = Places.ofProcessor(new KvBudget(live, 64 << 20), loading);
        LoadWork work = new LoadWork(
                live, folders, new OddFiles(ofOdd), loading, places, new MemoryProbe(), new LostDevices(live, loaded));
        new StartLoads(live, work).run(List.of(models), startup);
    }

    private static Plan.Model model(String id, boolean required) {
        Path file = id.equals("odd") ? DemoModels.LARGE : DemoModels.SMALL;
        return new Plan.Model(id, file, Origin.CONSOLE, required, true);
    }

    /** Reading the large file does something that reading does not do. */
    private final class OddFiles extends Inspections {

        private static final Map<Class<?>, Throwable> FAILURES = Map.of(
                StackOverflowError.class, new StackOverflowError(),
                IllegalStateException.class, new IllegalStateException("odd"),
                OutOfMemoryError.class, new OutOfMemoryError("odd"));

        private final Class<? extends Throwable> failure;

        private OddFiles(Class<? extends Throwable> failure) {
            this.failure = failure;
        }

        @Override
        ModelInspection of(Path file) {
            if (file.equals(DemoModels.LARGE)) {
                switch (FAILURES.get(failure)) {
                    case RuntimeException e -> throw e;
                    case Error e -> throw e;
                    case null, default -> startup.cancel();
                }
            }
            return super.of(file);
        }
    }
}
