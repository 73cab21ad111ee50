package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.DeviceChoice;
import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.engine.executor.UsableDevices;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.fixtures.ScriptedDevice;
import io.tokenrouter.engine.fixtures.ScriptedProvider;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads onto GPUs that fail while they take a model, or just after. */
class LoadsOnGpusTest {

    private static final long MIB = 1L << 20;

    @TempDir
    Path folder;

    private final CpuDevice processor = new CpuDevice(1);
    private final LoadedModels loaded = new LoadedModels();
    private final LiveRegistry live = new LiveRegistry();
    private final LostDevices lost = new LostDevices(live, loaded);
    private final RoutingEngine engine =
            new RoutingEngine(EngineOptions.DEFAULTS.withMetrics(lost), RoutingAlgorithms.load());
    private final ScriptedDevice gpu = new ScriptedDevice("cuda:0", 500 * MIB);

    @AfterEach
    void close() {
        engine.close();
        loaded.close();
        processor.close();
    }

    static Stream<RuntimeException> failures() {
        return Stream.of(
                new IllegalStateException("CUDA_ERROR_NO_BINARY_FOR_GPU"),
                new IllegalArgumentException("900 bytes needed, 800 bytes free"),
                new LostDeviceException("CUDA_ERROR_LAUNCH_FAILED"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whereAnyDeviceWillDoAModelThatAGpuDoesNotTakeRunsOnTheProcessor(RuntimeException failure) {
        gpu.breakOpening(failure);
        load("auto");

        assertThat(status().state()).isEqualTo(LifeState.SERVING);
        assertThat(status().facts().memory()).isInstanceOf(CpuMemory.class);
        assertThat(status().steps()).hasSize(ModelStatus.STEPS);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whereTheGpuWasNamedItIsARefusalInOneLine(RuntimeException failure) {
        gpu.breakOpening(failure);
        assertThatThrownBy(() -> load("cuda:0"))
                .isInstanceOf(UnusableFile.class)
                .hasMessageContaining(failure.getMessage());
        assertThat(engine.snapshot().models()).isEmpty();
    }

    @Test
    void whatWasLostIsTakenOutAndCanBeLoadedAtOnce() {
        load("auto");
        assertThat(ModelFacts.device(status().facts().memory())).isEqualTo("cuda:0 Scripted GPU");
        gpu.lose("gone");
        lost.modelLost("m", "gone");
        while (status().state() != LifeState.FAILED) {
            Thread.onSpinWait();
        }
        assertThat(status().reason()).isEqualTo("its device was lost: gone");

        load("auto");
        assertThat(status().state()).isEqualTo(LifeState.SERVING);
        assertThat(status().facts().device()).isEqualTo("CPU");
        assertThat(gpu.executors()).isEmpty();
    }

    /** Idle steps may find it out before the load is done. */
    @Test
    void aLossBeforeTheModelServesIsNotForgotten() {
        live.change(state -> state.with(ModelStatus.unloaded(registered()).as(LifeState.LOADING, null)));
        lost.attach(engine);
        lost.modelLost("m", "gone");
        while (!lost.hasEarly("m")) {
            Thread.onSpinWait();
        }
        load("auto");
        while (status().state() != LifeState.FAILED) {
            Thread.onSpinWait();
        }
        assertThat(status().reason()).contains("gone");
    }

    @Test
    void aNamedGpuThatIsNotThereEndsTheStartWithASentence() {
        assertThatThrownBy(() -> new EngineConfiguration()
                        .usableDevices(
                                RunningServer.on(new DeviceChoice.Named("cuda:977"), RunningServer.options(folder))))
                .isInstanceOf(StartupException.class)
                .hasMessageStartingWith("--device cuda:977: there is no such device: ");
    }

    private void load(String choice) {
        lost.attach(engine);
        ModelLoading loading = new ModelLoading(new ModelLoader(processor), loaded, engine);
        UsableDevices devices =
                UsableDevices.find(DeviceChoice.parse("--device", choice), () -> List.of(new ScriptedProvider(gpu)));
        Places places = new Places(
                devices, new DeviceBudget(live, OptionalLong.empty()), new KvBudget(live, 64 * MIB), loading);
        Path demo = DemoModels.SMALL.toAbsolutePath().getParent();
        ModelFolders folders =
                new ModelFolders(new ModelFolderProperties(List.of(demo), demo), RunningServer.options(demo));
        LoadWork work = new LoadWork(live, folders, new Inspections(), loading, places, new MemoryProbe(), lost);
        live.change(state -> state.with(ModelStatus.unloaded(registered()).as(LifeState.LOADING, null)));
        work.load(registered(), () -> false);
    }

    private static RegisteredModel registered() {
        return new RegisteredModel("m", DemoModels.SMALL, Origin.CONSOLE, Instant.EPOCH, true, null, 1);
    }

    private ModelStatus status() {
        return live.state().models().get("m");
    }
}
