package io.tokenrouter.bench.overhead;

import io.tokenrouter.bench.report.ReportOptions;
import io.tokenrouter.bench.report.Table;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.fixtures.Pace;
import io.tokenrouter.engine.fixtures.ProfilePair;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.Optimisation;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench overhead}. */
@Command(
        name = "overhead",
        description =
                "Processor time of the runtime for each token, without its executors: routing, queues, batching, KV blocks,"
                        + " events. The models are step times without numbers.")
public final class OverheadCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(
            names = "--requests",
            split = ",",
            defaultValue = "1,16,256,1000",
            description = "Requests at once (${DEFAULT-VALUE}).")
    private List<Integer> requests = List.of();

    @Option(
            names = "--share",
            split = ",",
            defaultValue = "0.1,0.3",
            description = "Shares of the tokens that the large model writes (${DEFAULT-VALUE}).")
    private List<Double> shares = List.of();

    @Option(
            names = "--tokens",
            defaultValue = "100000",
            description = "Tokens of one measurement at the most requests; fewer at few (${DEFAULT-VALUE}).")
    private int tokens;

    @Option(names = "--prompt", defaultValue = "64", description = "Ids of a prompt (${DEFAULT-VALUE}).")
    private int prompt;

    @Option(names = "--small-ms", defaultValue = "2", description = "A step of the small model (${DEFAULT-VALUE} ms).")
    private double smallMillis;

    @Option(names = "--large-ms", defaultValue = "6", description = "A step of the large model (${DEFAULT-VALUE} ms).")
    private double largeMillis;

    @Option(names = "--signals", description = "Callers ask for the signals of each token, as those on record are.")
    private boolean signals;

    private final Table table = new Table(
            "requests",
            "large_share",
            "tokens",
            "tokens_per_s",
            "cpu_us_per_token",
            "bytes_per_token",
            "mean_rows_small");

    @Override
    public Integer call() throws IOException, InterruptedException {
        int most = requests.stream().mapToInt(Integer::intValue).max().orElseThrow();
        measure(most, shares.getFirst(), Math.clamp(tokens / most, 100, 2000), false);
        for (int width : requests) {
            for (double share : shares) {
                int answer = (int) Math.clamp(tokens / width, 100, 2000);
                measure(width, share, answer, true);
            }
        }
        report.finish(report.report("overhead")
                .setting("prompt", prompt)
                .setting("small_ms", smallMillis)
                .setting("large_ms", largeMillis)
                .setting("signals", signals)
                .rows(table));
        return 0;
    }

    private void measure(int width, double share, int answer, boolean counts) throws InterruptedException {
        ThreadCosts costs = new ThreadCosts();
        LongAdder executorNanos = new LongAdder();
        LongAdder executorBytes = new LongAdder();
        UnaryOperator<ModelExecutor> meter =
                executor -> new MeteredExecutor(executor, costs, executorNanos, executorBytes);
        try (ProfilePair pair = new ProfilePair(
                List.of(flat(smallMillis), flat(largeMillis)),
                new DeviceMode.Separate(),
                share,
                width,
                prompt,
                answer,
                EngineOptions.DEFAULTS.without(Optimisation.RUN_AHEAD),
                Pace.REAL,
                meter)) {
            CountDownLatch ended = new CountDownLatch(width);
            LongAdder written = new LongAdder();
            ThreadCosts.Used before = costs.ofEngine();
            long start = System.nanoTime();
            for (int i = 0; i < width; i++) {
                pair.engine().submit(pair.request(i, answer), new Caller(written, ended, signals));
            }
            ended.await();
            double seconds = (System.nanoTime() - start) / 1e9;
            pair.drain(PATIENCE);
            ThreadCosts.Used after = costs.ofEngine();
            if (counts) {
                EngineSnapshot.Model small = pair.engine().snapshot().models().getFirst();
                double each = written.sum();
                double nanos = after.cpuNanos() - before.cpuNanos() - executorNanos.sum();
                double bytes = after.bytes() - before.bytes() - executorBytes.sum();
                table.add(
                        width,
                        share,
                        written.sum(),
                        each / seconds,
                        nanos / 1e3 / each,
                        bytes / each,
                        (double) small.rows() / small.steps());
                report.progress("%d requests, share %.2f: %.1f us/token, %.0f bytes/token"
                        .formatted(width, share, nanos / 1e3 / each, bytes / each));
            }
        }
    }

    private static ModelProfile flat(double millis) {
        return ModelProfile.of(StepTimeCurve.of(1024, rows -> millis * 1e6));
    }

    /** Counts tokens and ends. */
    private record Caller(LongAdder written, CountDownLatch ended, boolean wantsSignals) implements TokenListener {

        @Override
        public void onEvent(TokenEvent event) {
            if (event instanceof TokenEvent.Token) {
                written.increment();
            } else {
                ended.countDown();
            }
        }
    }
}
