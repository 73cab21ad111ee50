package io.tokenrouter.bench.algorithms;

import io.tokenrouter.bench.demo.Answers;
import io.tokenrouter.bench.demo.Question;
import io.tokenrouter.bench.report.ReportOptions;
import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.demo.Problem;
import io.tokenrouter.demo.curve.Curve.Stroke;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench algorithms}. */
@Command(
        name = "algorithms",
        description =
                "Every routing algorithm on the demo pair: accuracy, share of the large model and tokens per second, beside the"
                        + " models alone, the naive way to run the same policy, and whole answers by one model.")
public final class AlgorithmsCommand implements Callable<Integer> {

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(
            names = "--problems",
            defaultValue = "200",
            description =
                    "Problems that accuracy and shares are measured on, the first of the test set (${DEFAULT-VALUE}).")
    private int problemCount;

    @Option(
            names = "--algorithms",
            split = ",",
            description =
                    "Some of fixed, random, uncertainty, momentum, neural, speculative, glimpse, relay, fuse, stepVerify"
                            + " (all).")
    private Set<String> algorithms = new LinkedHashSet<>(BuiltIns.NAMES);

    @Option(names = "--concurrency", defaultValue = "4", description = "Requests at once (${DEFAULT-VALUE}).")
    private int concurrency;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Times the speed of each is measured (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--timed",
            defaultValue = "12",
            description = "Problems of one measurement of speed (${DEFAULT-VALUE}).")
    private int perRound;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of all coins (${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--svg", paramLabel = "FILE", description = "Also draw accuracy against share into this file.")
    private @Nullable Path svg;

    @Option(names = "--threads", description = "Threads of both models together (all processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Spec
    private @Nullable CommandSpec spec;

    private List<Problem> problems = List.of();
    private List<Question> questions = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        problems = DemoTask.testProblems(problemCount);
        List<Contender> token = BuiltIns.of(algorithms);
        report.progress("three parts: answers, answers of routing by question, speed");
        try (DemoPair pair = new DemoPair(
                report.home(), problems.stream().map(Problem::prompt).toList(), threads, concurrency)) {
            questions = IntStream.range(0, problemCount)
                    .mapToObj(i -> new Question(pair.prompts().get(i), seed * problemCount + i))
                    .toList();
            AlgorithmsReport figures = measure(pair, token);
            if (svg != null) {
                Files.writeString(svg, figures.svg());
                report.progress("drawn into " + svg);
            }
            var all = report.report("algorithms")
                    .setting("problems", problemCount)
                    .setting("concurrency", concurrency)
                    .setting("rounds", rounds)
                    .setting("timed", perRound)
                    .setting("seed", seed)
                    .setting("threads", threads)
                    .setting("decoding", "greedy");
            figures.addTo(all);
            report.finish(all);
        }
        return 0;
    }

    private void check() {
        String fault = null;
        if (!BuiltIns.NAMES.containsAll(algorithms)) {
            fault = "--algorithms: known are " + String.join(", ", BuiltIns.NAMES);
        } else if (concurrency < 1 || rounds < 1 || threads < 1) {
            fault = "--concurrency, --rounds and --threads must be at least 1";
        } else if (perRound < 1 || problemCount < perRound) {
            fault = "--timed must be at least 1 and at most --problems";
        }
        if (fault != null) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), fault);
        }
    }

    private AlgorithmsReport measure(DemoPair pair, List<Contender> token) throws InterruptedException {
        List<Contender> first = new ArrayList<>(
                List.of(Contender.model("small", DemoPair.SMALL), Contender.model("large", DemoPair.LARGE)));
        first.addAll(token);
        List<Quality> answered = answer(pair, first);
        Quality small = answered.get(0);
        Quality large = answered.get(1);
        List<Quality> routed = answered.subList(2, answered.size());
        List<Quality> query = answer(pair, wholeAnswers(pair, small.answers(), large.answers(), routed));
        List<Contender> all = new ArrayList<>(first);
        query.forEach(each -> all.add(each.contender()));
        return new AlgorithmsReport(small, large, routed, query, speeds(pair, all));
    }

    private List<Quality> answer(DemoPair pair, List<Contender> contenders) throws InterruptedException {
        Speeds.Setting setting = new Speeds.Setting(pair, questions, perRound, rounds);
        RemainingTime time = new RemainingTime(contenders.size(), System::nanoTime);
        List<Quality> all = new ArrayList<>();
        for (Contender contender : contenders) {
            Answers answers = pair.routed(contender, questions);
            Speeds.requireSame(setting, contender, answers);
            Quality quality = Quality.of(contender, problems, answers, pair::text);
            all.add(quality);
            report.progress("%s: accuracy %.1f %%, large-model tokens %.2f %%; %s"
                    .formatted(contender, 100 * quality.accuracy(), 100 * quality.largeShare(), time.afterOneMore()));
        }
        return all;
    }

    /** With the shares of the policies that decide token by token. */
    private List<Contender> wholeAnswers(DemoPair pair, Answers small, Answers large, List<Quality> routed) {
        double[] coins = questions.stream()
                .mapToDouble(question -> QueryRandom.coin(question.seed()))
                .toArray();
        QueryPlan byCoin = new QueryPlan(coins, small.answers(), large.answers());
        QueryPlan byEntropy = new QueryPlan(pair.doubts(), small.answers(), large.answers());
        List<Contender> all = new ArrayList<>();
        for (double share :
                QueryPlan.distinct(routed.stream().map(Quality::largeShare).toList())) {
            all.add(Contender.policy(
                    QueryEntropy.NAME,
                    Map.of(QueryEntropy.THRESHOLD, rounded(byEntropy.threshold(share))),
                    QueryEntropy.NAME,
                    Stroke.DASHED));
            all.add(Contender.policy(
                    QueryRandom.NAME,
                    Map.of(QueryRandom.THRESHOLD, rounded(byCoin.threshold(share))),
                    QueryRandom.NAME,
                    Stroke.DASHED));
        }
        return all.stream().distinct().toList();
    }

    /** As people can read it. */
    private static double rounded(double threshold) {
        return Math.round(threshold * 1e5) / 1e5;
    }

    private Speeds speeds(DemoPair pair, List<Contender> contenders) throws InterruptedException {
        RemainingTime time = new RemainingTime(rounds * contenders.size(), System::nanoTime);
        int[] measured = {0};
        Speeds.Setting setting = new Speeds.Setting(pair, questions, perRound, rounds);
        return Speeds.measure(setting, contenders, contender -> {
            String left = time.afterOneMore();
            if (measured[0]++ % contenders.size() == contenders.size() / 4) {
                report.progress(
                        "speed, round %d of %d; %s".formatted(1 + measured[0] / contenders.size(), rounds, left));
            }
        });
    }
}
