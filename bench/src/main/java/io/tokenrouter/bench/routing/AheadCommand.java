package io.tokenrouter.bench.routing;

import io.tokenrouter.bench.demo.Answers;
import io.tokenrouter.bench.demo.DemoModel;
import io.tokenrouter.bench.report.AlternatingRounds;
import io.tokenrouter.bench.report.ReportOptions;
import io.tokenrouter.bench.report.Table;
import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench ahead}. */
@Command(
        name = "ahead",
        description =
                "What models bring that work in idle time for requests at another model: how often the large model says what the"
                        + " small one proposed, and tokens per second with and without. With the demo pair, and with models that only"
                        + " take time.")
public final class AheadCommand implements Callable<Integer> {

    enum Models {
        DEMO,
        PROFILE
    }

    /** Tokens of an answer of models that only take time. */
    private static final int PROFILE_ANSWER = 100;

    private static final int SHORT_PROMPT = 16;
    private static final int LONG_PROMPT = 4096;

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(
            names = "--models",
            split = ",",
            defaultValue = "demo,profile",
            description = "The demo pair, models that only take time, or both (${DEFAULT-VALUE}).")
    private List<Models> models = List.of();

    @Option(
            names = "--requests",
            split = ",",
            defaultValue = "1,4",
            description = "Requests at once (${DEFAULT-VALUE}).")
    private List<Integer> requests = List.of();

    @Option(names = "--rounds", defaultValue = "5", description = "Times each way is measured (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--problems",
            defaultValue = "32",
            description = "Problems of one measurement of the demo pair (${DEFAULT-VALUE}).")
    private int problems;

    @Option(
            names = "--threshold",
            defaultValue = "0.17",
            description = "Entropy in nats at which the demo pair's large model writes (${DEFAULT-VALUE}).")
    private double threshold;

    @Option(
            names = "--shares",
            split = ",",
            defaultValue = "0.1,0.3",
            description =
                    "Shares of the tokens that the large of the models writes that only take time (${DEFAULT-VALUE}).")
    private List<Double> shares = List.of();

    @Option(
            names = "--agreed",
            defaultValue = "0.5",
            description = "Share of these that the small one had proposed as well (${DEFAULT-VALUE}).")
    private double agreed;

    @Spec
    private @Nullable CommandSpec spec;

    private final Table table = new Table(
            "models",
            "device",
            "prompt",
            "requests",
            "large_share",
            "agreed",
            "none_tokens_per_s",
            "run_ahead_to_none",
            "all_to_none",
            "tried_per_token",
            "kept");

    @Override
    public Integer call() throws IOException {
        check();
        if (models.contains(Models.DEMO)) {
            demo("shared");
            demo("separate");
        }
        if (models.contains(Models.PROFILE)) {
            for (double share : shares) {
                profile(share, SHORT_PROMPT);
            }
            profile(shares.getLast(), LONG_PROMPT);
        }
        report.finish(report.report("ahead")
                .setting("threshold", threshold)
                .setting("problems", problems)
                .setting("rounds", rounds)
                .rows(table));
        return 0;
    }

    private void check() {
        String fault = null;
        if (rounds < 1
                || problems < 1
                || requests.isEmpty()
                || requests.stream().anyMatch(each -> each < 1)) {
            fault = "--rounds, --problems and --requests must be at least 1";
        } else if (shares.isEmpty() || shares.stream().anyMatch(each -> !(each > 0 && each <= 1))) {
            fault = "--shares must be above 0 and at most 1";
        } else if (!(agreed >= 0 && agreed <= 1)) {
            fault = "--agreed must be from 0 to 1";
        }
        if (fault != null) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), fault);
        }
    }

    private void demo(String device) throws IOException {
        try (DemoModel small = DemoModel.open(report.home(), "small");
                DemoModel large = DemoModel.open(report.home(), "large")) {
            List<int[]> prompts = DemoTask.testProblems(problems).stream()
                    .map(problem -> small.prompt(problem.prompt()))
                    .toList();
            for (int clients : requests) {
                try (AheadPair.Three pairs = AheadPair.Three.of(options ->
                        AheadPair.demo(small, large, device.equals("separate"), clients, threshold, options))) {
                    measure("demo", device, "problems", prompts, clients, pairs);
                }
            }
        }
    }

    private void profile(double share, int promptLength) {
        for (int clients : requests) {
            Random random = new Random(1);
            List<int[]> prompts = IntStream.range(0, 4 * clients)
                    .mapToObj(i -> random.ints(promptLength, 0, 1000).toArray())
                    .toList();
            try (AheadPair.Three pairs = AheadPair.Three.of(options -> AheadPair.profile(
                    clients, promptLength + PROFILE_ANSWER + 1, share, 1 - agreed, PROFILE_ANSWER, options))) {
                measure("profile", "separate", String.valueOf(promptLength), prompts, clients, pairs);
            }
        }
    }

    private void measure(
            String name, String device, String prompt, List<int[]> prompts, int clients, AheadPair.Three pairs) {
        Answers answers = pairs.none().run(prompts, clients);
        pairs.requireSame(prompts, clients, answers);
        AlternatingRounds result = AlternatingRounds.run(
                rounds,
                () -> pairs.none().run(prompts, clients).tokensPerSecond(),
                () -> pairs.runAhead().run(prompts, clients).tokensPerSecond(),
                () -> pairs.all().run(prompts, clients).tokensPerSecond());
        EngineSnapshot.Spare spare = pairs.runAhead().ofSmall();
        long tried = spare.aheadTokens();
        table.add(
                name,
                device,
                prompt,
                clients,
                answers.largeShare(),
                answers.agreedShare(),
                result.median(0),
                result.medianRatio(1, 0),
                result.medianRatio(2, 0),
                (double) tried / ((rounds + 1) * answers.tokens()),
                tried == 0 ? Double.NaN : (double) spare.keptTokens() / tried);
        report.progress("%s on %s devices, %d requests: run ahead %.3f, all %.3f of without"
                .formatted(name, device, clients, result.medianRatio(1, 0), result.medianRatio(2, 0)));
    }
}
