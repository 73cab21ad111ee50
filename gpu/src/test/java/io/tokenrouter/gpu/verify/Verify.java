package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.executor.ExecutorProvider;
import io.tokenrouter.engine.executor.OfferedDevice;
import io.tokenrouter.gpu.emulator.Emulator;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The program of {@code gpu/verify}: runs all checks on one device and reports. */
public final class Verify {

    private static final int WRONG = 1;
    private static final int USAGE = 2;
    private static final int NO_DEVICE = 3;

    /** No section should take nearly as long: a device may hang. */
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    private static final Duration EMULATOR_PATIENCE = Duration.ofMinutes(20);

    private final VerifyOptions options;
    private final PrintStream out;
    private final Duration patience;
    private final Figures figures = new Figures();
    private final Report report = new Report();

    Verify(VerifyOptions options, PrintStream out) {
        this(options, out, options.emulator() ? EMULATOR_PATIENCE : PATIENCE);
    }

    /** @param patience with each section */
    Verify(VerifyOptions options, PrintStream out, Duration patience) {
        this.options = options;
        this.out = out;
        this.patience = patience;
    }

    /** Ends with 0 if all that was checked is right, 1 if something is wrong, 2 for wrong arguments, 3 without a device. */
    public static void main(String... arguments) throws IOException {
        VerifyOptions options;
        try {
            options = VerifyOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println("gpu/verify: " + e.getMessage());
            System.exit(USAGE);
            return;
        }
        Target target;
        try {
            target = target(options.emulator());
        } catch (RuntimeException e) {
            System.err.println("gpu/verify: no device to verify: " + e.getMessage());
            System.exit(NO_DEVICE);
            return;
        }
        int status = new Verify(options, System.out).run(target);
        System.out.flush();
        System.exit(status);
    }

    /** The first device of this machine that is left visible, or the emulator's. */
    static Target target(boolean emulator) {
        if (emulator) {
            Emulator.require();
        } else {
            System.setProperty("tokenrouter.gpu.test-device", "real");
        }
        List<OfferedDevice> devices = ServiceLoader.load(ExecutorProvider.class).stream()
                .flatMap(provider -> provider.get().devices().stream())
                .toList();
        if (devices.isEmpty()) {
            throw new IllegalStateException("there is none");
        }
        return new Target(devices.getFirst(), emulator);
    }

    /** Checks of the device itself, then those of executors on it. */
    int run(Target target) throws IOException {
        List<Check> checks = new ArrayList<>();
        checks.add(new EnvironmentCheck(target));
        checks.add(new DeviceTestsCheck(options));
        try (LoadedModels models = new LoadedModels(target, TimingPlan.of(options))) {
            checks.addAll(
                    executorChecks(target, models, new CopyCheck(target, figures), new DeviceOutputTimer(target)));
            return run(target, checks);
        }
    }

    /**
     * @param copy measures what the floors are reckoned with
     * @param output times the product with the output matrix
     */
    List<Check> executorChecks(Target target, LoadedModels models, Check copy, OutputTimer output) {
        TimingPlan plan = TimingPlan.of(options);
        List<Check> checks = new ArrayList<>();
        checks.add(new LogitsCheck(target, options, figures));
        checks.add(new RoutedIdsCheck(target, options));
        checks.add(copy);
        for (boolean graphs : new boolean[] {true, false}) {
            for (ModelSize size : ModelSize.values()) {
                checks.add(new DecodeCheck(models, size, graphs, plan, figures));
                if (graphs) {
                    checks.add(new PrefillCheck(models, size, plan, figures));
                }
            }
            if (graphs) {
                checks.add(new SignalsCheck(models, output, plan, figures));
                checks.add(new OverlapCheck(models, plan, figures));
            }
            checks.add(new PairCheck(models, graphs, plan, figures));
        }
        checks.add(new GraphGainCheck(plan, figures));
        checks.add(new WantedCheck(target, figures));
        return checks;
    }

    /** Runs the checks one after the other, whatever becomes of each, and gives the exit status. */
    int run(Target target, List<Check> checks) throws IOException {
        long begin = System.nanoTime();
        for (Check check : checks) {
            out.printf(Locale.ROOT, "[%5.1f s] %s%n", seconds(begin), check.title());
            run(target, check);
        }
        out.println();
        out.print(report.markdown());
        if (options.out() != null) {
            report.write(options.out(), target.emulated() ? figures.correctness() : figures.all());
            out.println("Written: " + options.out().resolve("verify.md") + ", verify.json");
        }
        if (!report.unmeasured().isEmpty()) {
            out.println("Not measured: " + String.join("; ", report.unmeasured()));
        }
        List<String> wrong = report.wrong();
        out.printf(
                Locale.ROOT,
                "%s after %.0f s%s%n",
                wrong.isEmpty() ? "All that was checked is right" : "WRONG: " + String.join("; ", wrong),
                seconds(begin),
                target.emulated() ? ", on the emulator" : "");
        return wrong.isEmpty() ? 0 : WRONG;
    }

    private void run(Target target, Check check) {
        boolean figuresCount = !(target.emulated() && check.kind() == Check.Kind.TIMING);
        Findings findings = new Findings(check.title(), figuresCount, out);
        long begin = System.nanoTime();
        Thread thread = Thread.ofPlatform().daemon().name("check").start(() -> runGuarded(check, findings));
        try {
            if (!thread.join(patience)) {
                findings.fail("not done after %d s; it waits at %s", patience.toSeconds(), where(thread));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        report.add(new Report.Section(findings, check.kind(), seconds(begin)));
    }

    private void runGuarded(Check check, Findings findings) {
        try {
            check.run(findings);
        } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError | AssertionError e) {
            findings.fail("%s", describe(e));
            e.printStackTrace(out);
        }
    }

    /** The innermost lines of what a thread does. */
    private static String where(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .map(StackTraceElement::toString)
                .filter(frame -> frame.contains("tokenrouter"))
                .limit(5)
                .collect(Collectors.joining(" < "));
    }

    private static String describe(Throwable e) {
        List<String> causes = new ArrayList<>();
        for (Throwable cause = e; cause != null && causes.size() < 4; cause = cause.getCause()) {
            causes.add(cause.toString());
        }
        return causes.stream().distinct().collect(Collectors.joining("; because of "));
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }
}
