package io.tokenrouter.bench.soak;

import io.tokenrouter.bench.report.ReportOptions;
import io.tokenrouter.bench.report.Table;
import io.tokenrouter.bench.server.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench soak}. */
@Command(
        name = "soak",
        description = {
            "Mixed traffic for a chosen time: streamed and whole answers, several at once, structured ones, clients that"
                    + " leave or hardly read, bad requests, changes of policies, batching and keys.",
            "The exit code is 1 where anything unexpected was answered or anything is left in the server afterwards."
        })
public final class SoakCommand implements Callable<Integer> {

    private static final double MOST_WARM_UP_SECONDS = 30;

    /** A machine on which they take longer is warmed up for longer. */
    private static final long LEAST_WARM_UP_REQUESTS = 100;

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(names = "--minutes", defaultValue = "1", description = "How long (${DEFAULT-VALUE}).")
    private double minutes;

    @Option(names = "--clients", defaultValue = "12", description = "Requests at once (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--seed", defaultValue = "1", description = "Decides what is sent (${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--heap-growth",
            defaultValue = "32",
            description = "MiB that the heap may have grown by, after a collection (${DEFAULT-VALUE}).")
    private double mostHeapGrowth;

    @Option(
            names = "--url",
            description = "A running server with the demo pair, whose keys, policies and batching are changed; without"
                    + " it one is started.")
    private @Nullable URI url;

    @Option(
            names = "--token",
            defaultValue = "${TOKENROUTER_TOKEN:-}",
            description = "Of an administrator's session at the server of --url; default: TOKENROUTER_TOKEN.")
    private String token = "";

    @Option(
            names = "--pid",
            defaultValue = "0",
            description =
                    "Process of the server of --url, on this machine; without it heap and threads are not judged.")
    private long pid;

    @Spec
    private picocli.CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (minutes <= 0 || clients < 1) {
            throw new ParameterException(spec.commandLine(), "--minutes and --clients must be above 0");
        }
        if (url != null) {
            if (token.isEmpty()) {
                throw new ParameterException(spec.commandLine(), "--url needs --token or TOKENROUTER_TOKEN");
            }
            return soak(url, token, new JvmProcess(pid));
        }
        try (ServerProcess server = ServerProcess.start(report.home());
                Api api = new Api(server.uri())) {
            String session = SignIn.first(api, server.oneTimePassword());
            return soak(server.uri(), session, new JvmProcess(server.pid()));
        }
    }

    private int soak(URI server, String session, JvmProcess process) throws IOException, InterruptedException {
        Tally tally = new Tally();
        Soak soak = new Soak(server, session, process, clients, seed);
        double seconds = minutes * 60;
        double warmUp = Math.min(MOST_WARM_UP_SECONDS, seconds / 3);
        report.progress("warming up for %.0f s, then %.0f s".formatted(warmUp, seconds));
        // what is made once, such as pools and caches, is there from here on
        Tally before = new Tally();
        do {
            soak.run(before, warmUp);
        } while (before.requests() < LEAST_WARM_UP_REQUESTS);
        ServerState quiet = soak.await(ServerState::isQuiet);
        double took = soak.run(tally, seconds);
        double mostGrowth = process.isKnown() ? mostHeapGrowth : Double.POSITIVE_INFINITY;
        ServerState after = soak.await(
                state -> new LeftBehind(quiet, state, took, mostGrowth).leaks().isEmpty());
        LeftBehind left = new LeftBehind(quiet, after, took, mostGrowth);

        report.finish(report.report("soak")
                .setting("minutes", minutes)
                .setting("clients", clients)
                .setting("seed", seed)
                .rows(tally.table())
                .table("left_behind", left.table())
                .table("in_all", inAll(tally, left)));
        tally.examples().forEach(example -> report.progress("unexpected: " + example));
        left.leaks().forEach(leak -> report.progress("leaked: " + leak));
        return tally.unexpected() == 0 && left.leaks().isEmpty() ? 0 : 1;
    }

    private static Table inAll(Tally tally, LeftBehind left) {
        return new Table("requests", "unexpected", "leaks", "tokens_per_second", "seconds")
                .add(
                        tally.requests(),
                        tally.unexpected(),
                        left.leaks().size(),
                        left.tokensPerSecond(),
                        String.format(Locale.ROOT, "%.0f", left.seconds()));
    }
}
