package io.tokenrouter.gpu.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.emulator.Emulator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which images are given to a driver, and what happens when it refuses them. */
class KernelsTest {

    private final List<String> given = new ArrayList<>();
    private final Kernels.Images images = new Kernels.Images() {
        @Override
        public List<String> units() {
            return List.of("a", "b");
        }

        @Override
        public byte[] image(String unit, String kind) {
            given.add(unit + "." + kind);
            return new byte[1];
        }
    };

    @BeforeEach
    void reset() {
        Emulator.require();
        Emulator.reset();
    }

    @AfterEach
    void resetAgain() {
        Emulator.reset();
    }

    @Test
    void imagesAreLoadedOnceWhenTheFirstKernelIsAskedFor() {
        Kernels kernels = new Kernels(Emulator.context(), 86, images);
        assertThat(given).isEmpty();
        assertThat(kernels.get("probe_axpy")).isSameAs(kernels.get("probe_axpy"));
        assertThat(kernels.get("probe_row_sums").name()).isEqualTo("probe_row_sums");
        assertThat(given).containsExactly("a.sm_86.cubin", "b.sm_86.cubin");
    }

    @Test
    void aThreadThatAsksDoesNotHoldUpTheContextsOwnThatAsksToo() throws Exception {
        // one of its own, closed only where nobody waits for ever: others go on without it
        CudaContext context = Emulator.open(0);
        CountDownLatch ownerIsBusy = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Kernels kernels = new Kernels(context, 86, images);
        // daemons: were they to wait for each other, they would do so for ever
        ExecutorService threads = Executors.newFixedThreadPool(
                2, task -> Thread.ofPlatform().daemon().unstarted(task));
        Future<CudaFunction> inside = threads.submit(() -> context.call(() -> {
            ownerIsBusy.countDown();
            await(goOn);
            return kernels.get("probe_axpy");
        }));
        await(ownerIsBusy);
        AtomicReference<Thread> asking = new AtomicReference<>();
        Future<CudaFunction> outside = threads.submit(() -> {
            asking.set(Thread.currentThread());
            return kernels.get("probe_axpy");
        });
        while (asking.get() == null || asking.get().getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        goOn.countDown();

        assertThat(inside.get(30, TimeUnit.SECONDS)).isSameAs(outside.get(30, TimeUnit.SECONDS));
        assertThat(given).containsExactly("a.sm_86.cubin", "b.sm_86.cubin");
        threads.shutdown();
        context.close();
    }

    @Test
    void aDriverThatRefusesACubinGetsPtx() {
        Emulator.refuseImages(1);
        Kernels kernels = new Kernels(Emulator.context(), 90, images);
        assertThat(kernels.get("probe_axpy").name()).isEqualTo("probe_axpy");
        assertThat(given).containsExactly("a.sm_90.cubin", "a.compute_80.ptx", "b.compute_80.ptx");
    }

    @Test
    void aDriverThatRefusesAllIsNamedWithItsReasons() {
        Emulator.refuseImages(2);
        Kernels kernels = new Kernels(Emulator.context(), 90, images);
        assertThatThrownBy(() -> kernels.get("probe_axpy"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "the driver takes no kernels for a device of compute capability 9.0; sm_90.cubin: ")
                .hasMessageContaining("CUDA_ERROR_NO_BINARY_FOR_GPU")
                .hasMessageContaining("compute_80.ptx: ");
    }

    @Test
    void aDeviceThatIsTooOldAndAKernelThatIsNotThere() {
        assertThatThrownBy(() -> new Kernels(Emulator.context(), 61, images).get("probe_axpy"))
                .hasMessage("a device of compute capability 6.1 is too old; the kernels are for 7.0 and newer");
        assertThatThrownBy(() -> new Kernels(Emulator.context(), 90, images).get("no_such"))
                .hasMessage("there is no kernel of the name no_such");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
