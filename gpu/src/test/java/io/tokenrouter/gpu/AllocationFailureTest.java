package io.tokenrouter.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchException;
import static org.assertj.core.api.Assertions.catchRuntimeException;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.RandomHead;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaException;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.emulator.Emulator;
import io.tokenrouter.gpu.weights.WeightUploader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Allocations that fail at any point, and what must have come back then. */
class AllocationFailureTest {

    private static final RandomModel MODEL = RandomModel.tiny(9);

    @BeforeEach
    void emulate() {
        Emulator.requireEmulated();
        Emulator.reset();
    }

    @AfterEach
    void reset() {
        if (!Emulator.isReal()) {
            Emulator.reset();
        }
    }

    @Test
    void whicheverAllocationOfALoadFailsEverythingComesBack() {
        CudaDevice device = TestExecutors.device();
        int token = open(device);
        long bytes = Emulator.bytes(0);
        long pinned = Emulator.pinnedBytes(0);
        int failures = 0;
        while (true) {
            Emulator.failAllocation(failures);
            @Nullable
            RuntimeException failure = catchRuntimeException(
                    () -> TestExecutors.gpu(device, MODEL, true).close());
            Emulator.failAllocation(-1);
            assertThat(Emulator.bytes(0)).as("device, failure %d", failures).isEqualTo(bytes);
            assertThat(Emulator.pinnedBytes(0)).as("host, failure %d", failures).isEqualTo(pinned);
            if (failure == null) {
                break;
            }
            assertThat(failure).isInstanceOfAny(IllegalArgumentException.class, CudaException.class);
            assertThat(failure.getSuppressed()).isEmpty();
            failures++;
        }
        // weights, buffers, the layout of steps, products, rotary embedding, candidates
        assertThat(failures).isGreaterThan(40);
        assertThat(open(device)).isEqualTo(token);
    }

    @Test
    void aStepThatFindsNoMemoryFailsWithWhatToChangeAndTheNextOneRuns() {
        try (CudaModelExecutor executor = TestExecutors.gpu(MODEL, true)) {
            int token = step(executor, 3);
            long bytes = Emulator.bytes(0);
            long pinned = Emulator.pinnedBytes(0);
            CandidateRequest asked = withHead();
            List<RuntimeException> failures = new ArrayList<>();
            for (@Nullable RuntimeException failure = failedStep(executor, asked, 0);
                    failure != null;
                    failure = failedStep(executor, asked, failures.size())) {
                failures.add(failure);
                assertThat(Emulator.bytes(0)).isEqualTo(bytes);
                assertThat(Emulator.pinnedBytes(0)).isEqualTo(pinned);
                assertThat(step(executor, 3)).isEqualTo(token);
            }
            assertThat(failures).hasSizeGreaterThan(5).hasAtLeastOneElementOfType(CudaException.class);
            assertThat(failures.getFirst())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("bytes of device memory")
                    .hasMessageContaining("--kv-memory");
            assertThat(step(executor, 3, asked)).isEqualTo(token);
        }
    }

    @Test
    void whereThereIsNoMemoryForAGraphTheKeptOnesGoAndThenTheStepRunsPlainly() {
        CudaContext context = TestExecutors.device().opened().context();
        CudaStream stream = context.stream();
        DeviceMemory memory = context.allocate("a test", 16);
        GraphCache graphs = new GraphCache();
        int[] runs = new int[1];
        for (int step = 1; step <= 3; step++) {
            int tokens = step;
            Emulator.refuseGraphs(step == 1 ? 0 : step - 1);
            context.step(
                    stream,
                    () -> graphs.launch(stream, new GraphCache.Shape(tokens, 0, 1), () -> {
                        runs[0]++;
                        stream.fill(memory, (byte) 1);
                    }));
        }
        // the first as a graph; the second at the second try, without the first's; the third at none of two, so by
        // itself
        assertThat(runs[0]).isEqualTo(1 + 2 + 3);
        assertThat(graphs.captured()).isEqualTo(2);
        assertThat(graphs.plain()).isEqualTo(1);
        context.call(graphs::destroy);
        context.free(memory);
        context.free(stream);
    }

    @Test
    void stepsWithoutMemoryForGraphsHaveTheSameAnswers() {
        try (CudaModelExecutor executor = TestExecutors.gpu(MODEL, true)) {
            int token = step(executor, 3);
            Emulator.refuseGraphs(2);
            step(executor, 2);
            Emulator.refuseGraphs(0);
            assertThat(step(executor, 3)).isEqualTo(token);
            Emulator.refuseGraphs(3);
            assertThat(step(executor, 2)).isEqualTo(step(executor, 2));
        }
    }

    @Test
    void anArenaClosesAllItsPartsAndSaysEveryFailure() {
        CudaContext context = TestExecutors.device().opened().context();
        long bytes = Emulator.bytes(0);
        DeviceArena arena = new DeviceArena(context);
        List<String> closed = new ArrayList<>();
        arena.allocate("a test", 100);
        arena.own(() -> closed.add("first"));
        arena.own(() -> {
            throw new IllegalArgumentException("second");
        });
        arena.own(() -> {
            throw new IOException("third");
        });
        Exception failure = catchException(arena::close);
        assertThat(failure).isInstanceOf(IllegalStateException.class).hasRootCauseMessage("third");
        assertThat(failure.getSuppressed())
                .singleElement()
                .satisfies(other -> assertThat(other).hasMessage("second"));
        assertThat(closed).containsExactly("first");
        assertThat(Emulator.bytes(0)).isEqualTo(bytes);
        assertThatCode(arena::close).doesNotThrowAnyException();
    }

    @Test
    void closingWhatALostDeviceHeldDoesNotFail() {
        Emulator.setDevices(2);
        CudaDevice device = (CudaDevice) new CudaExecutorProvider().devices().getLast();
        CudaContext context = device.opened().context();
        try (CudaModelExecutor executor = TestExecutors.gpu(device, MODEL, true)) {
            DeviceArena arena = new DeviceArena(context);
            arena.allocate("a test", 100);
            arena.own(new WeightUploader(context));
            Emulator.loseAfter(1, 0);
            assertThatExceptionOfType(LostDeviceException.class).isThrownBy(() -> step(executor, 3));
            assertThatCode(arena::close).doesNotThrowAnyException();
            assertThatExceptionOfType(LostDeviceException.class)
                    .isThrownBy(() -> TestExecutors.gpu(device, MODEL, true));
        } finally {
            context.close();
        }
    }

    private static int open(CudaDevice device) {
        try (CudaModelExecutor executor = TestExecutors.gpu(device, MODEL, true)) {
            return step(executor, 3);
        }
    }

    /** How the step fails whose allocation behind so many fails; null where it needs no more. */
    private static @Nullable RuntimeException failedStep(
            CudaModelExecutor executor, CandidateRequest asked, int allocations) {
        Emulator.failAllocation(allocations);
        RuntimeException failure = catchRuntimeException(() -> step(executor, 3, asked));
        Emulator.failAllocation(-1);
        return failure;
    }

    private static CandidateRequest withHead() {
        return new CandidateRequest(
                SamplingParams.GREEDY,
                3,
                new int[] {1, 2, 3},
                3,
                0,
                false,
                false,
                List.of(RandomHead.perceptron(2, MODEL.config().hiddenSize())),
                null,
                null,
                null);
    }

    private static int step(CudaModelExecutor executor, int tokens) {
        int[] ids = {1, 2, 3};
        return step(executor, tokens, new CandidateRequest(SamplingParams.GREEDY, tokens, ids, tokens, 5, false));
    }

    private static int step(CudaModelExecutor executor, int tokens, CandidateRequest request) {
        int[] ids = {1, 2, 3};
        BatchRow row = new BatchRow(ids, 0, tokens, 0, new int[] {0}, request);
        TokenCandidate made =
                executor.execute(new Batch(List.of(row))).candidates().getFirst();
        return made.token();
    }
}
