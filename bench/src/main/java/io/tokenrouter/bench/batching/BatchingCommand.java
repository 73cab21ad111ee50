package io.tokenrouter.bench.batching;

import io.tokenrouter.bench.report.BenchReport;
import io.tokenrouter.bench.report.ReportOptions;
import io.tokenrouter.engine.throughput.DeviceMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench batching}. */
@Command(
        name = "batching",
        description =
                "Tokens per second of a routed pair by the number of requests: as predicted, in the real runtime with the best"
                        + " settings, and there with simpler ways to form batches. First with models that only take time, then with the"
                        + " demo pair.")
public final class BatchingCommand implements Callable<Integer> {

    private static final int MOST_DEMO_REQUESTS = 32;

    enum DeviceKind {
        SEPARATE,
        SHARED
    }

    enum ExecutorKind {
        PROFILE,
        CPU
    }

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(
            names = "--executor",
            split = ",",
            defaultValue = "profile,cpu",
            description = "Models that only take time, the demo pair, or both (${DEFAULT-VALUE}).")
    private List<ExecutorKind> executors = List.of();

    @Option(
            names = "--requests",
            split = ",",
            defaultValue = "1,4,8,16,64,256,1024",
            description = "Requests at once; the demo pair takes 32 instead of more (${DEFAULT-VALUE}).")
    private List<Integer> requests = List.of();

    @Option(
            names = "--shares",
            split = ",",
            defaultValue = "0.05,0.1,0.3,0.6",
            description = "Shares of the answers that the large model writes (${DEFAULT-VALUE}).")
    private List<Double> shares = List.of();

    @Option(
            names = "--device",
            split = ",",
            defaultValue = "separate,shared",
            description = "A device for each model, or one that runs a step at a time (${DEFAULT-VALUE}).")
    private List<DeviceKind> devices = List.of();

    @Option(
            names = "--workload",
            split = ",",
            defaultValue = "reasoning,agent",
            description = "Long answers to short prompts, turns of an agent, or both (${DEFAULT-VALUE}).")
    private List<Traffic> workloads = List.of();

    @Option(
            names = "--curve",
            defaultValue = "G2",
            description = "Step times: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
    private Curve curve = Curve.G2;

    @Option(
            names = "--catch-up",
            split = ",",
            defaultValue = "0.005,0.02",
            description = "Milliseconds of an id beyond one a row, small and large model (${DEFAULT-VALUE}).")
    private List<Double> catchUpMillis = List.of();

    @Option(
            names = "--slow",
            defaultValue = "1",
            description =
                    "Factor by which step times are stretched, where the processor cannot keep up with as many requests;"
                            + " rates are given without it (${DEFAULT-VALUE}).")
    private double stretch;

    @Option(
            names = "--seconds",
            defaultValue = "4",
            description = "Shortest time for which tokens are counted; longer for few and for very many requests"
                    + " (${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--warm-up",
            defaultValue = "10",
            description = "Seconds for which the demo pair runs before anything is measured (${DEFAULT-VALUE}).")
    private double warmUpSeconds;

    @Option(
            names = "--threshold",
            defaultValue = "0.17",
            description = "Entropy in nats at which the demo pair's large model writes (${DEFAULT-VALUE}).")
    private double threshold;

    private final BatchingReport figures = new BatchingReport();

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchReport all = report.report("batching").setting("seconds", seconds);
        if (executors.contains(ExecutorKind.PROFILE)) {
            all.setting("curve", curve).setting("catch_up_ms", catchUpMillis).setting("slow", stretch);
            profile(all);
        }
        if (executors.contains(ExecutorKind.CPU)) {
            all.setting("threshold", threshold);
            demo();
        }
        figures.addTo(all);
        report.finish(all);
        return 0;
    }

    private void profile(BenchReport all) throws InterruptedException {
        ProfileBench bench = new ProfileBench(curve.profiles(catchUpMillis, stretch), stretch, seconds);
        HandOff handOff = bench.calibrate();
        all.setting("hand_off_us_per_step", Math.round(handOff.perStep() / 1e3))
                .setting("hand_off_us_per_row", Math.round(handOff.perRow() / 100) / 10.0);
        List<ProfileCase> cases = cases();
        report.progress(String.format(
                Locale.ROOT,
                "%d cases on profile executors, about %.0f s",
                cases.size(),
                bench.expectedSeconds(cases)));
        BatchingReport.Part part = new BatchingReport.Part("profile");
        for (int i = 0; i < cases.size(); i++) {
            ProfileCase each = cases.get(i);
            Outcome outcome = bench.measure(each);
            String line = figures.add(
                    part,
                    each.deviceLabel(),
                    each.requests(),
                    each.share(),
                    each.traffic().label(),
                    outcome,
                    bench.alone(each).measured(),
                    PublishedPoints.has(each.requests()) ? bench.naive(each) : Double.NaN);
            double left = bench.expectedSeconds(cases.subList(i + 1, cases.size()));
            report.progress(String.format(Locale.ROOT, "%s; about %.0f s left", line, left));
        }
        figures.sum(part);
    }

    private void demo() throws IOException, InterruptedException {
        List<Integer> counts = demoRequests();
        report.progress(String.format(
                Locale.ROOT,
                "%d cases of the demo pair, about %.0f s",
                counts.size(),
                warmUpSeconds + counts.size() * DemoBench.WINDOWS * seconds));
        BatchingReport.Part part = new BatchingReport.Part("cpu");
        try (DemoBench bench = new DemoBench(report.home(), threshold, counts.getLast(), seconds)) {
            bench.warmUp(warmUpSeconds);
            double alone = Double.NaN;
            for (int count : counts) {
                DemoBench.Measured measured = bench.measure(count);
                Outcome outcome = measured.outcome();
                alone = count == 1 ? outcome.tuned().measured() : alone;
                report.progress(figures.add(
                        part,
                        "shared",
                        count,
                        measured.largeShare(),
                        Traffic.REASONING.label(),
                        outcome,
                        alone,
                        Double.NaN));
            }
        }
        figures.sum(part);
    }

    /** One at a time is what the others are compared with. */
    private List<Integer> demoRequests() {
        TreeSet<Integer> counts = new TreeSet<>(List.of(1));
        requests.stream().map(count -> Math.min(count, MOST_DEMO_REQUESTS)).forEach(counts::add);
        return List.copyOf(counts);
    }

    private List<ProfileCase> cases() {
        List<ProfileCase> cases = new ArrayList<>();
        for (DeviceKind device : devices) {
            DeviceMode mode =
                    device == DeviceKind.SEPARATE ? new DeviceMode.Separate() : new DeviceMode.OneStepAtATime();
            for (Traffic traffic : workloads) {
                for (double share : shares) {
                    for (int count : requests) {
                        cases.add(new ProfileCase(mode, count, share, traffic));
                    }
                }
            }
        }
        return cases;
    }
}
