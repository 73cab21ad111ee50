package io.tokenrouter.gpu.verify;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaDriver;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;

/** How fast the device copies within its memory: what all floors are reckoned with. Bytes read and bytes written both count. */
final class CopyCheck implements Check {

    private static final long MOST = 1L << 30;
    private static final long EMULATED = 1 << 16;
    private static final int COPIES = 16;
    private static final int ROUNDS = 5;

    private final Target target;
    private final Figures figures;

    CopyCheck(Target target, Figures figures) {
        this.target = target;
        this.figures = figures;
    }

    @Override
    public String title() {
        return "Copy bandwidth";
    }

    @Override
    public Kind kind() {
        return Kind.TIMING;
    }

    @Override
    public void run(Findings findings) {
        try (CudaContext context = CudaDriver.open(CudaDriver.devices().getFirst())) {
            long bytes = target.emulated() ? EMULATED : Math.min(MOST, context.freeBytes() / 4);
            DeviceMemory from = context.allocate("the source of copies", bytes);
            DeviceMemory to = context.allocate("the target of copies", bytes);
            CudaStream stream = context.stream();
            try {
                measure(findings, context, stream, from, to);
            } finally {
                context.free(stream);
                context.free(to);
                context.free(from);
            }
        }
    }

    private void measure(
            Findings findings, CudaContext context, CudaStream stream, DeviceMemory from, DeviceMemory to) {
        context.step(stream, () -> stream.fill(from, (byte) 1));
        double best = Double.POSITIVE_INFINITY;
        for (int round = 0; round <= ROUNDS; round++) {
            long begin = System.nanoTime();
            context.step(stream, () -> {
                for (int copy = 0; copy < COPIES; copy++) {
                    stream.copy(from, to, from.bytes());
                }
            });
            double seconds = (System.nanoTime() - begin) / 1e9;
            // the first one also meets what is done once
            best = round == 0 ? best : Math.min(best, seconds);
        }
        double bandwidth = 2.0 * COPIES * from.bytes() / best;
        figures.put(Figures.COPY_BANDWIDTH, bandwidth);
        findings.measured(
                "%.1f GB/s: the best of %d rounds of %d copies of %.2f GiB on the device, read and written",
                bandwidth / 1e9, ROUNDS, COPIES, from.bytes() / (double) (1 << 30));
    }
}
