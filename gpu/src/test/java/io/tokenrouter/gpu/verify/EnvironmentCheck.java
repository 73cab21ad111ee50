package io.tokenrouter.gpu.verify;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaDriver;
import io.tokenrouter.gpu.kernels.Kernels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** What the run is on. */
final class EnvironmentCheck implements Check {

    private static final Path DRIVER = Path.of("/proc/driver/nvidia/version");

    private final Target target;

    EnvironmentCheck(Target target) {
        this.target = target;
    }

    @Override
    public String title() {
        return "Environment";
    }

    @Override
    public Kind kind() {
        return Kind.FACTS;
    }

    @Override
    public void run(Findings findings) throws IOException {
        findings.note(
                "%s, %s",
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                target.emulated() ? "ON THE EMULATOR: this says nothing about any GPU's speed" : "on a GPU");
        findings.note("commit: %s", System.getProperty("tokenrouter.verify.commit", "unknown"));
        List<CudaDriver.DeviceInfo> devices = CudaDriver.devices();
        CudaDriver.DeviceInfo info = devices.getFirst();
        findings.note(
                "device %s: %s, compute capability %d.%d, %d multiprocessors, %.1f GiB of memory; %d visible",
                target.device().name(),
                info.name(),
                info.computeCapability() / 10,
                info.computeCapability() % 10,
                info.multiprocessors(),
                info.totalBytes() / (double) (1 << 30),
                devices.size());
        if (!target.emulated() && Files.isReadable(DRIVER)) {
            findings.note("driver: %s", Files.readAllLines(DRIVER).getFirst().strip());
        }
        findings.note(
                "Java %s (%s), %s %s, %d processors",
                Runtime.version(),
                System.getProperty("java.vendor"),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors());
        if (!target.emulated()) {
            try (CudaContext context = CudaDriver.open(info)) {
                findings.note("kernels: %s", new Kernels(context, info.computeCapability()).kind());
                findings.note("free memory: %.1f GiB", context.freeBytes() / (double) (1 << 30));
            }
        } else {
            findings.note("kernels: compiled from their sources by g++");
        }
    }
}
