package io.tokenrouter.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all benchmarks have on their command line. */
public final class ReportOptions {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures to this file as JSON.")
    private @Nullable Path json;

    /** The top of the repository: what the launcher says, else the working directory. */
    public Path home() {
        return Path.of(System.getProperty("tokenrouter.home", "")).toAbsolutePath();
    }

    /** A report of this machine and commit. */
    public BenchReport report(String bench) {
        return new BenchReport(bench, Machine.here(), Commit.of(home()));
    }

    public void finish(BenchReport report) throws IOException {
        report.finish(System.out, json);
    }

    /** One line for whoever waits. */
    public void progress(String line) {
        System.err.println(line);
    }
}
