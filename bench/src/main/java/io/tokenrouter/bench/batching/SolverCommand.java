package io.tokenrouter.bench.batching;

import io.tokenrouter.bench.report.ReportOptions;
import io.tokenrouter.bench.report.Table;
import io.tokenrouter.engine.throughput.Advice;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.Goal;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.ThroughputModel;
import io.tokenrouter.engine.throughput.Workload;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench solver}. */
@Command(
        name = "solver",
        description =
                "Processor time in which settings are chosen: the first choice of a process, which still loads and"
                        + " interprets its code, and the median of later ones. One workload for each call, so that it is a first one.")
public final class SolverCommand implements Callable<Integer> {

    private enum Sharing {
        SEPARATE(new DeviceMode.Separate()),
        SHARED(new DeviceMode.OneStepAtATime());

        private final DeviceMode mode;

        Sharing(DeviceMode mode) {
            this.mode = mode;
        }
    }

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(names = "--device", defaultValue = "separate", description = "separate or shared (${DEFAULT-VALUE}).")
    private Sharing device = Sharing.SEPARATE;

    @Option(
            names = "--curve",
            defaultValue = "G2",
            description = "Step times: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
    private Curve curve = Curve.G2;

    @Option(names = "--requests", defaultValue = "1000", description = "Requests at once (${DEFAULT-VALUE}).")
    private int requests;

    @Option(
            names = "--share",
            defaultValue = "0.3",
            description = "Share of the small model's tokens that send a request to the large one (${DEFAULT-VALUE}).")
    private double share;

    @Option(
            names = "--choices",
            defaultValue = "21",
            description = "How often to choose, at least 2 (${DEFAULT-VALUE}).")
    private int choices;

    private final Table table =
            new Table("device", "curve", "requests", "large_share", "first_cpu_s", "later_cpu_s", "gain", "settings");

    @Override
    public Integer call() throws IOException {
        Workload workload =
                new Workload(requests, curve.profiles(List.of(0.0, 0.0), 1), RoutingMatrix.pair(share, 1), device.mode);
        double[] seconds = new double[Math.max(2, choices)];
        Advice advice = choose(workload, seconds, 0);
        for (int choice = 1; choice < seconds.length; choice++) {
            choose(workload, seconds, choice);
        }
        double[] later = Arrays.copyOfRange(seconds, 1, seconds.length);
        Arrays.sort(later);
        table.add(
                device.name().toLowerCase(Locale.ROOT),
                curve.name(),
                requests,
                share,
                seconds[0],
                later[later.length / 2],
                advice.gain(),
                advice.choice().settings().getClass().getSimpleName());
        report.finish(report.report("solver").setting("choices", seconds.length).rows(table));
        return 0;
    }

    private static Advice choose(Workload workload, double[] seconds, int choice) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        Advice advice = new ThroughputModel().advise(workload, Goal.THROUGHPUT);
        seconds[choice] = (threads.getCurrentThreadCpuTime() - before) / 1e9;
        return advice;
    }
}
