package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whether models that are not loaded yet would have the memory together. */
class MemoryPlanTest {

    private static final long MIB = 1L << 20;

    private final CpuDevice device = new CpuDevice(1);
    private final RoutingEngine engine = new RoutingEngine(EngineOptions.DEFAULTS, RoutingAlgorithms.load());
    private final ModelLoading loading = new ModelLoading(new ModelLoader(device), new LoadedModels(), engine);
    private final LiveRegistry live = new LiveRegistry();
    private final Places places = Places.ofProcessor(new KvBudget(live, 64 * MIB), loading);

    @AfterEach
    void close() {
        engine.close();
        device.close();
    }

    @Test
    void eachOfTwoMayFitAndBothTogetherNot() throws IOException {
        ModelInspection file = ModelInspection.of(DemoModels.LARGE);
        long one = loading.memoryOf(file, 16 * MIB).heap();
        MemoryPlan roomForOne = new MemoryPlan(places, memory(one * 3 / 2));
        MemoryPlan roomForTwo = new MemoryPlan(places, memory(one * 5 / 2));

        assertThat(roomForOne.next(model("a", null), file).refusal()).isNull();
        assertThat(roomForOne.next(model("b", null), file).refusal()).contains("not enough memory", "Java heap");
        assertThat(roomForTwo.next(model("a", null), file).refusal()).isNull();
        assertThat(roomForTwo.next(model("b", null), file).refusal()).isNull();
    }

    @Test
    void theBudgetOfKvCachesIsNotGivenTwice() throws IOException {
        ModelInspection file = ModelInspection.of(DemoModels.LARGE);
        MemoryPlan plan = new MemoryPlan(places, memory(Long.MAX_VALUE));
        for (String id : new String[] {"a", "b", "c", "d"}) {
            MemoryPlan.Part part = plan.next(model(id, null), file);
            assertThat(part.refusal()).isNull();
            assertThat(part.memory().keysAndValues()).isEqualTo(16 * MIB);
        }

        assertThat(plan.next(model("e", null), file).refusal()).contains("--kv-memory are left", "0 MiB of the");
    }

    @Test
    void whatIsInMemoryHasItAlready() throws IOException {
        ModelInspection file = ModelInspection.of(DemoModels.LARGE);
        CpuMemory memory = loading.memoryOf(file, 8 * MIB);
        ModelStatus loaded = model("a", null).with(ModelFacts.of(file, memory)).as(LifeState.DRAINING, null);

        MemoryPlan.Part part = new MemoryPlan(places, memory(0)).next(loaded, file);

        assertThat(part).isEqualTo(new MemoryPlan.Part(memory, true, null));
    }

    @Test
    void aCacheWithoutOneBlockIsRefusedInTheUnitThatOperatorsGive() throws IOException {
        ModelInspection file = ModelInspection.of(DemoModels.LARGE);

        assertThatThrownBy(() -> loading.memoryOf(file, 1000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a KV cache of 1 MiB holds not one block of 16 tokens of this model; kv_mib must be at least 1"
                                + " MiB");
    }

    private static ModelStatus model(String id, @Nullable Long kvBytes) {
        return ModelStatus.unloaded(
                new RegisteredModel(id, Path.of("/x.gguf"), Origin.CONSOLE, Instant.EPOCH, true, kvBytes, 1));
    }

    private static MemoryProbe memory(long heap) {
        return new MemoryProbe() {
            @Override
            long freeHeap() {
                return heap;
            }

            @Override
            long freeHeapAfterCollection() {
                return heap;
            }

            @Override
            OptionalLong available() {
                return OptionalLong.empty();
            }
        };
    }
}
