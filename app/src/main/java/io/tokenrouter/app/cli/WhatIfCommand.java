package io.tokenrouter.app.cli;

import io.tokenrouter.app.forecast.Forecast;
import io.tokenrouter.app.forecast.ForecastPlot;
import io.tokenrouter.app.forecast.ForecastTable;
import io.tokenrouter.app.forecast.Forecaster;
import io.tokenrouter.app.forecast.PairQuestion;
import io.tokenrouter.app.forecast.QuestionText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tokenrouter whatif}: predicts what a pair would do, without a server. */
@Command(
        name = "tokenrouter whatif",
        header = "Predicts throughput and latency of a pair, and the batching settings that suit it. Needs no server.",
        footer = {
            "",
            "A curve is FIXED,PER_ROW in milliseconds (a step of b rows takes FIXED + PER_ROW x b), or a table"
                    + " ROWS:MS,ROWS:MS,... that is straight between its entries and goes on behind the last ones as they do.",
            "",
            "tok/s counts tokens of answers: one that the large model replaces takes a step of each model and counts"
                    + " once. p99: 99 of 100 steps of a request end at most so long after its step before.",
            "",
            "Settings: greedy never waits. hold THETA lets a free model wait for the other's step to end while that saves"
                    + " requests more than THETA times what it costs. large from N: the large model runs when N requests wait"
                    + " for it, or when nobody is left at the small one.",
            "",
            "Example",
            "  ./tokenrouter whatif --small 6.3,0.004 --large 27.7,0.05 --plot gain.svg"
        },
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class WhatIfCommand implements Callable<Integer> {

    private final Forecaster forecaster;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description =
                    "Requests at once, 1 to 4096 (default: ${DEFAULT-VALUE}). The table has 1, 2, 4, ... up to N.")
    private int requests = 16;

    @Option(
            names = "--share",
            paramLabel = "SHARE",
            description =
                    "Share of an answer's tokens that the large model writes, 0 to 1 (default: ${DEFAULT-VALUE}).")
    private double share = 0.1;

    @Option(
            names = "--small",
            paramLabel = "CURVE",
            required = true,
            description = "Step times of the small model, such as 6.3,0.004 or 1:6.3,32:6.4.")
    private String small;

    @Option(names = "--large", paramLabel = "CURVE", required = true, description = "Step times of the large model.")
    private String large;

    @Option(
            names = "--device",
            paramLabel = "separate|shared",
            description =
                    "Whether each model has a device of its own (default: ${DEFAULT-VALUE}). On a shared one steps"
                            + " take turns, unless --overlap is given.")
    private String device = "separate";

    @Option(
            names = "--overlap",
            paramLabel = "SIGMA",
            description = "Steps overlap on the shared device, and each takes so many times as long while another runs,"
                    + " 1 to 16.")
    private @Nullable Double overlap;

    @Option(
            names = "--catch-up",
            paramLabel = "SMALL,LARGE",
            description = "Cost of each token that a model only reads because the other one wrote it, in ms, 0 to 1000"
                    + " (default: 0,0).")
    private @Nullable String catchUp;

    @Option(
            names = "--noise",
            paramLabel = "CV",
            description = "How much step times vary: standard deviation by mean, 0 to 2 (default: ${DEFAULT-VALUE}).")
    private double noise = QuestionText.DEFAULT_NOISE;

    @Option(
            names = "--p99",
            paramLabel = "MS",
            description = "Take only settings whose p99 is at most so long, above 0 to 600000.")
    private @Nullable Double p99;

    @Option(names = "--plot", paramLabel = "FILE.svg", description = "Also draw it; the file is replaced.")
    private @Nullable Path plot;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @SuppressWarnings("NullAway.Init")
    WhatIfCommand(Forecaster forecaster) {
        this.forecaster = forecaster;
    }

    public static void main(String[] arguments) {
        System.exit(commandLine(new Forecaster()).execute(arguments));
    }

    static CommandLine commandLine(Forecaster forecaster) {
        return OneLineErrors.commandLine(new WhatIfCommand(forecaster), "whatif");
    }

    @Override
    public Integer call() {
        PairQuestion question;
        try {
            question = question();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        if (plot != null && !isWritable(plot.toAbsolutePath())) {
            throw cannotWrite(plot, null);
        }
        List<Forecast> forecasts = forecaster.answer(question, Forecaster.upTo(requests));
        PrintWriter out = spec.commandLine().getOut();
        out.println(title());
        out.println();
        ForecastTable.lines(forecasts).forEach(out::println);
        if (plot != null) {
            draw(plot, forecasts);
            out.println();
            out.println("Drawn in " + plot);
        }
        out.flush();
        return 0;
    }

    private void draw(Path file, List<Forecast> forecasts) {
        try {
            Files.writeString(file, ForecastPlot.svg(forecasts, title()), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    /** Before anything is computed: that takes a while. */
    private static boolean isWritable(Path file) {
        return Files.exists(file)
                ? Files.isRegularFile(file) && Files.isWritable(file)
                : Files.isWritable(file.resolveSibling("."));
    }

    private ParameterException cannotWrite(Path file, @Nullable IOException cause) {
        return new ParameterException(spec.commandLine(), "--plot: cannot write " + file, cause);
    }

    private String title() {
        String where = overlap != null
                ? String.format(Locale.ROOT, "one device, steps overlap at %.2f times", overlap)
                : device.equals("shared") ? "one device, one step at a time" : "a device each";
        return String.format(
                Locale.ROOT,
                "Small %s ms, large %s ms, %s, %.1f %% by the large model",
                small,
                large,
                where,
                100 * share);
    }

    private PairQuestion question() {
        QuestionText.requests("--requests", requests);
        return new QuestionText(share, small, large, device, overlap, catchUp, noise, p99).check(name -> "--" + name);
    }
}
