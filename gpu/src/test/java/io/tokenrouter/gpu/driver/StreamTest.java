package io.tokenrouter.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.gpu.emulator.Buffers;
import io.tokenrouter.gpu.emulator.Emulator;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams, captures and graphs. The emulator does work as late as a device may. */
class StreamTest {

    private CudaContext context;
    private CudaStream stream;
    private CudaFunction axpy;
    private DeviceMemory x;
    private DeviceMemory y;
    private PinnedMemory pinned;

    @BeforeEach
    void open() {
        context = Emulator.context();
        stream = context.stream();
        axpy = Emulator.kernels().get("probe_axpy");
        x = Buffers.floats(context, 1, 2, 3, 4);
        y = Buffers.floats(context, 10, 20, 30, 40);
        pinned = context.allocatePinned(16);
    }

    @AfterEach
    void free() {
        context.free(x);
        context.free(y);
        context.free(pinned);
        context.free(stream);
        Emulator.reset();
    }

    @Test
    void aBufferThatIsOverwrittenWhileItsCopyMayRunHasTheLaterBytes() {
        Emulator.requireEmulated();
        pinned.bytes().putFloat(0, 7);
        context.call(() -> {
            stream.upload(pinned, x, 4);
            pinned.bytes().putFloat(0, 8);
            return true;
        });
        context.step(stream, () -> {});

        assertThat(Buffers.floats(context, x, 1)).containsExactly(8f);
    }

    @Test
    void nothingIsThereBeforeTheEndOfTheStep() {
        Emulator.requireEmulated();
        pinned.bytes().putFloat(0, 7);
        context.step(stream, () -> {
            stream.download(x, pinned, 4);
            assertThat(pinned.bytes().getFloat(0)).isEqualTo(7);
        });
        assertThat(pinned.bytes().getFloat(0)).isEqualTo(1);
    }

    @Test
    void aGraphDoesWhatWasCapturedWithTheArgumentsOfTheCapture() {
        KernelArguments arguments = new KernelArguments().add(x).add(y).add(2f).add(4);
        CudaGraph graph = context.call(() -> stream.capture(() -> {
            stream.upload(pinned, x, 16);
            stream.launch(axpy, 1, 1, 1, 32, arguments);
            stream.launch(
                    axpy,
                    1,
                    1,
                    1,
                    32,
                    new KernelArguments().add(x).add(y).add(1f).add(2));
        }));
        assertThat(Emulator.isReal() ? 0 : Emulator.launches()).isZero();
        for (int i = 0; i < 4; i++) {
            pinned.bytes().putFloat(4 * i, i);
        }
        context.step(stream, () -> stream.launch(graph));
        context.step(stream, () -> stream.launch(graph));

        assertThat(Buffers.floats(context, y, 4)).containsExactly(10, 26, 38, 52);
        if (!Emulator.isReal()) {
            assertThat(Emulator.launches()).isEqualTo(4);
            assertThat(Emulator.graphLaunches()).isEqualTo(2);
        }
        context.call(() -> {
            graph.destroy();
            return true;
        });
    }

    @Test
    void aCaptureThatAsksForMemoryFailsAndTheStreamGoesOn() {
        assertThatThrownBy(() -> context.call(() -> stream.capture(() -> context.allocate("more", 4))))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED");

        context.step(
                stream,
                () -> stream.launch(
                        axpy,
                        1,
                        1,
                        1,
                        32,
                        new KernelArguments().add(x).add(y).add(1f).add(1)));
        assertThat(Buffers.floats(context, y, 1)).containsExactly(11f);
    }

    @Test
    void whatACaptureThrowsIsThrown() {
        assertThatThrownBy(() -> context.call(() -> stream.capture(() -> {
                    throw new IllegalArgumentException("as wanted");
                })))
                .hasMessage("as wanted");
        context.step(stream, () -> stream.fill(y, (byte) 0));
        assertThat(Buffers.floats(context, y, 4)).containsOnly(0f);
    }

    @Test
    void noGraphIsLeftOfACapture() {
        Emulator.requireEmulated();
        long graphs = Emulator.graphs();
        assertThatThrownBy(() -> context.call(() -> stream.capture(() -> {
                    stream.fill(y, (byte) 0);
                    throw new IllegalArgumentException("as wanted");
                })))
                .hasMessage("as wanted");
        assertThatThrownBy(() -> context.call(() -> stream.capture(() -> context.allocate("more", 4))))
                .isInstanceOf(CudaException.class);
        CudaGraph graph = context.call(() -> stream.capture(() -> stream.fill(y, (byte) 0)));
        assertThat(Emulator.graphs()).isEqualTo(graphs);
        context.call(() -> {
            graph.destroy();
            return true;
        });
    }

    @Test
    void aStepThatThrowsEndsWhenTheDeviceHasDoneWhatItGaveBefore() {
        pinned.bytes().putFloat(0, 7);
        assertThatThrownBy(() -> context.step(stream, () -> {
                    stream.download(x, pinned, 4);
                    throw new IllegalArgumentException("as wanted");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("as wanted");
        assertThat(pinned.bytes().getFloat(0)).isEqualTo(1);

        assertThatThrownBy(() -> context.step(stream, () -> {
                    stream.download(y, pinned, 4);
                    throw new AssertionError("an error");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessage("an error");
        assertThat(pinned.bytes().getFloat(0)).isEqualTo(10);
    }

    @Test
    void copiesOutsideOfMemoryAreRefused() {
        assertThatThrownBy(() -> context.step(stream, () -> stream.upload(pinned, x, 17)))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> x.slice(8, 12)).isInstanceOf(IndexOutOfBoundsException.class);
        context.step(stream, () -> stream.copy(y.slice(8, 8), x.slice(4, 8), 8));
        assertThat(Buffers.floats(context, x, 4)).containsExactly(1, 30, 40, 4);
    }

    @Test
    void stepsOfTwoStreamsRunAtTheSameTime() {
        Emulator.requireEmulated();
        CudaStream other = context.stream();
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> addOften(stream, x, y));
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> addOften(other, x, y));
        CompletableFuture.allOf(first, second).join();

        assertThat(Buffers.floats(context, y, 1)).containsExactly(10 + 2 * 50);
        context.free(other);
    }

    private void addOften(CudaStream on, DeviceMemory from, DeviceMemory to) {
        for (int i = 0; i < 50; i++) {
            context.step(
                    on,
                    () -> on.launch(
                            axpy,
                            1,
                            1,
                            1,
                            32,
                            new KernelArguments().add(from).add(to).add(1f).add(1)));
        }
    }

    @Test
    void nothingIsLeftWhenEverythingIsFreed() {
        long allocations = Emulator.allocations(0);
        long bytes = Emulator.bytes(0);
        DeviceMemory more = context.allocate("more", 1000);
        assertThat(Emulator.bytes(0)).isEqualTo(bytes + 1000);
        context.free(more);
        assertThat(Emulator.allocations(0)).isEqualTo(allocations);
    }
}
