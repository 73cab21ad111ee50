package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.DeviceBytes;
import io.tokenrouter.engine.executor.DeviceChoice;
import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.UsableDevices;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.fixtures.ScriptedDevice;
import io.tokenrouter.engine.fixtures.ScriptedProvider;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where models go, and what memory they get on a GPU. */
class PlacesTest {

    private static final long MIB = 1L << 20;

    private final CpuDevice processor = new CpuDevice(1);
    private final RoutingEngine engine = new RoutingEngine(EngineOptions.DEFAULTS, RoutingAlgorithms.load());
    private final ModelLoading loading = new ModelLoading(new ModelLoader(processor), new LoadedModels(), engine);
    private final LiveRegistry live = new LiveRegistry();
    private final MemoryProbe memory = new MemoryProbe();
    private final ScriptedDevice first = new ScriptedDevice("cuda:0", 1000 * MIB);
    private final ScriptedDevice second = new ScriptedDevice("cuda:1", 1000 * MIB);

    private ModelInspection file;
    private long perToken;

    @BeforeEach
    void read() throws IOException {
        file = ModelInspection.of(DemoModels.LARGE);
        perToken = first.kvBytesPerToken(config());
    }

    @AfterEach
    void close() {
        engine.close();
        processor.close();
    }

    @Test
    void aModelGoesWhereMostIsFree() {
        Places places = places("auto", OptionalLong.empty(), first, second);
        assertThat(find(places, null).device()).isEqualTo(first);
        first.take(10 * MIB);
        assertThat(find(places, null).device()).isEqualTo(second);
        assertThat(find(places, null).passedOver()).isNull();
    }

    @Test
    void modelsThatAreOnlyPlannedAreSpreadAsWell() {
        Places places = places("auto", OptionalLong.empty(), first, second);
        Promised promised = new Promised();
        Place one = places.find(file, null, promised, memory);
        promised.add(one.memory());
        Place another = places.find(file, null, promised, memory);

        assertThat(List.of(one.device(), another.device())).containsExactly(first, second);
    }

    @Test
    void whereNoGpuHasRoomItIsTheProcessorAndTheReasonIsTold() {
        first.take(995 * MIB);
        Place place = find(places("auto", OptionalLong.empty(), first), null);

        assertThat(place.device()).isNull();
        assertThat(place.refusal()).isNull();
        assertThat(place.memory()).isInstanceOf(CpuMemory.class);
        assertThat(place.passedOver())
                .contains("not enough memory on cuda:0 Scripted GPU", "5 MiB free", "needed", "--kv-memory");
    }

    @Test
    void aNamedGpuWithoutRoomIsARefusalThatSaysWhatIsNeededAndWhatIsFree() {
        first.take(995 * MIB);
        Place place = find(places("cuda:0", OptionalLong.empty(), first, second), null);
        long least = file.shapes().shapeOf("token_embd.weight").bytes();

        assertThat(place.device()).isEqualTo(first);
        assertThat(least).isPositive();
        assertThat(place.refusal())
                .contains("needed (weights ", "KV cache ", "work space 1 MiB", "5 MiB free", "100 MiB are kept")
                .contains("--kv-memory", "--kv-mib", "kv_mib", "--device");
        assertThat(place.check().freeOnDevice()).isEqualTo(5 * MIB);
    }

    @Test
    void theProcessorAloneIsNeverAQuestionOfGpus() {
        Place place = find(places("cpu", OptionalLong.empty(), first), null);

        assertThat(place.device()).isNull();
        assertThat(place.passedOver()).isNull();
    }

    @Test
    void aGpuThatWasLostIsPassedOver() {
        first.lose("fell off the bus");
        Places auto = places("auto", OptionalLong.empty(), first, second);
        assertThat(find(auto, null).device()).isEqualTo(second);

        Place alone = find(places("auto", OptionalLong.empty(), first), null);
        assertThat(alone.device()).isNull();
        assertThat(alone.passedOver()).contains("cuda:0 Scripted GPU", "fell off the bus");
        assertThatThrownBy(() -> find(places("cuda:0", OptionalLong.empty(), first), null))
                .isInstanceOf(UnusableFile.class)
                .hasMessageContaining("fell off the bus");
    }

    @Test
    void aModelTakesDeviceMemoryAndNoHeap() {
        Place place = find(places("auto", OptionalLong.empty(), first), null);

        assertThat(place.memory().heap()).isZero();
        assertThat(place.memory().weights()).isPositive();
        assertThat(ModelFacts.device(place.memory())).isEqualTo("cuda:0 Scripted GPU");
        assertThat(ModelFacts.of(file, place.memory()).kvBytesPerToken()).isEqualTo(perToken);
    }

    /** Ninety parts of a hundred, half of it for KV caches, a quarter of them for a model that can use so much. */
    @Test
    void byDefaultAModelGetsAnEighthOfNineTenthsOfTheGpu() {
        ScriptedDevice small = new ScriptedDevice("cuda:0", 40 * MIB);
        long eighth = 40 * MIB * 9 / 10 / 8;
        assertThat(64 * config().contextLength() * perToken).isGreaterThan(eighth);

        long given = find(places("auto", OptionalLong.empty(), small), null).kvBytes();
        assertThat(given).isLessThanOrEqualTo(eighth).isGreaterThan(eighth - 16 * perToken - 1);
    }

    @Test
    void whatAnOperatorSaysReplacesTheHalf() {
        Places places = places("auto", OptionalLong.of(8 * MIB), first);
        assertThat(find(places, null).kvBytes()).isEqualTo(2 * MIB);
        assertThat(find(places, 9 * MIB).kvBytes()).isEqualTo(9 * MIB);
    }

    @Test
    void whatIsLoadedIsNotGivenTwice() {
        Places places = places("cuda:0", OptionalLong.of(8 * MIB), first);
        for (String id : List.of("a", "b", "c", "d")) {
            Place place = find(places, null);
            assertThat(place.refusal()).isNull();
            serve(id, place);
        }
        assertThat(find(places, null).refusal())
                .contains(
                        "cuda:0 Scripted GPU",
                        "0 MiB of the 8 MiB for KV caches there are left",
                        "--kv-memory",
                        "kv_mib");
    }

    @Test
    void modelsOfAGpuTakeNothingOfTheMemoryOfTheProcessor() {
        KvBudget budget = new KvBudget(live, 64 * MIB);
        serve("a", find(places("cuda:0", OptionalLong.empty(), first), null));

        assertThat(budget.left()).isEqualTo(64 * MIB);
    }

    @Test
    void theLastModelGetsAsMuchAsTheWeightsLeave() {
        DeviceBytes fixed = first.bytesFor(config(), file.shapes(), ExecutorOptions.DEFAULTS);
        long room = 1000 * perToken;
        first.take(first.freeBytes() - 100 * MIB - fixed.weights() - fixed.workspace() - room);

        Place place = find(places("cuda:0", OptionalLong.empty(), first), null);
        assertThat(place.refusal()).isNull();
        assertThat(place.kvBytes()).isEqualTo(1000 / 16 * 16 * perToken);
    }

    @Test
    void aCacheWithoutOneBlockIsRefusedInTheUnitThatOperatorsGive() {
        assertThatThrownBy(() -> find(places("auto", OptionalLong.empty(), first), 1000L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a KV cache of 1 MiB holds not one block of 16 tokens");
    }

    private ModelConfig config() {
        return file.description().config();
    }

    private Place find(Places places, @Nullable Long asked) {
        return places.find(file, asked, new Promised(), memory);
    }

    private Places places(String choice, OptionalLong kvMemory, ScriptedDevice... devices) {
        UsableDevices usable = UsableDevices.find(
                DeviceChoice.parse("--device", choice), () -> List.of(new ScriptedProvider(devices)));
        return new Places(usable, new DeviceBudget(live, kvMemory), new KvBudget(live, 64 * MIB), loading);
    }

    private void serve(String id, Place place) {
        RegisteredModel registered =
                new RegisteredModel(id, Path.of("/x.gguf"), Origin.CONSOLE, Instant.EPOCH, true, null, 1);
        live.change(state -> state.with(ModelStatus.unloaded(registered)
                .with(ModelFacts.of(file, place.memory()))
                .as(LifeState.DRAINING, null)));
    }
}
