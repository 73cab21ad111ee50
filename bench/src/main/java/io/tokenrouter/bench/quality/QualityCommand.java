package io.tokenrouter.bench.quality;

import io.tokenrouter.bench.report.ReportOptions;
import io.tokenrouter.bench.report.Table;
import io.tokenrouter.bench.server.ServerProcess;
import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.demo.Problem;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench quality}. */
@Command(
        name = "quality",
        description = "Accuracy of the demo pair on held-out problems, greedy, asked over HTTP of a real server.")
public final class QualityCommand implements Callable<Integer> {

    private static final String PAIR = "demo";
    private static final String SMALL = "demo-small";
    private static final String LARGE = "demo-large";

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(
            names = "--problems",
            defaultValue = "500",
            description = "Problems asked of every policy, the first of the test set (${DEFAULT-VALUE}).")
    private int problemCount;

    @Option(
            names = "--thresholds",
            split = ",",
            defaultValue = "0.0694,0.1712,0.4711,0.9049,2.0423",
            description =
                    "Entropies in nats at which the large model writes; quantiles of the small model's entropies on"
                            + " validation problems (${DEFAULT-VALUE}).")
    private List<Double> thresholds = List.of();

    @Option(names = "--concurrency", defaultValue = "16", description = "Requests at once (${DEFAULT-VALUE}).")
    private int concurrency;

    @Option(names = "--url", description = "A running server; without it one is started for the measurement.")
    private @Nullable URI url;

    private final Table table =
            new Table("policy", "threshold", "large_share", "accuracy", "switches_per_answer", "problems");

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (url != null) {
            measure(url);
        } else {
            try (ServerProcess server = ServerProcess.start(report.home())) {
                measure(server.uri());
            }
        }
        report.finish(report.report("quality")
                .setting("concurrency", concurrency)
                .setting("decoding", "greedy")
                .rows(table));
        return 0;
    }

    private void measure(URI server) throws IOException, InterruptedException {
        ChatClient client = new ChatClient(server, DemoTask.MAX_ANSWER_TOKENS);
        List<Problem> problems = DemoTask.testProblems(problemCount);
        score(client, Policy.single("small", SMALL), problems);
        score(client, Policy.single("large", LARGE), problems);
        List<Double> shares = new ArrayList<>();
        for (double threshold : thresholds) {
            shares.add(score(client, Policy.entropy(PAIR, threshold), problems).largeShare());
        }
        for (double share : shares) {
            score(client, Policy.random(PAIR, share), problems);
        }
    }

    private Score score(ChatClient client, Policy policy, List<Problem> problems)
            throws IOException, InterruptedException {
        Score score = Score.of(problems, answers(client, policy, problems), LARGE);
        table.add(
                policy.name(),
                policy.threshold(),
                score.largeShare(),
                score.accuracy(),
                score.switchesPerAnswer(),
                score.problems());
        String threshold = Double.isNaN(policy.threshold()) ? "" : " %.4f".formatted(policy.threshold());
        report.progress("%s%s: accuracy %.1f %%, large-model tokens %.2f %%"
                .formatted(policy.name(), threshold, 100 * score.accuracy(), 100 * score.largeShare()));
        return score;
    }

    private List<Answer> answers(ChatClient client, Policy policy, List<Problem> problems)
            throws IOException, InterruptedException {
        try (ExecutorService askers = Executors.newFixedThreadPool(concurrency)) {
            List<Future<Answer>> pending = new ArrayList<>();
            for (int i = 0; i < problems.size(); i++) {
                int number = i;
                pending.add(askers.submit(
                        () -> client.ask(policy, problems.get(number).prompt(), number)));
            }
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> answer : pending) {
                answers.add(answer.get());
            }
            return answers;
        } catch (ExecutionException e) {
            throw new IOException(policy.name() + ": " + e.getCause().getMessage(), e.getCause());
        }
    }
}
