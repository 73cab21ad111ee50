package io.tokenrouter.train;

import ai.djl.training.util.ProgressBar;
import io.tokenrouter.engine.heads.HeadFolders;
import io.tokenrouter.engine.heads.RowInputs;
import io.tokenrouter.train.curve.CurvePoint;
import io.tokenrouter.train.curve.CurveReport;
import io.tokenrouter.train.curve.Evaluation;
import io.tokenrouter.train.head.PyTorch;
import io.tokenrouter.train.labels.Hashes;
import io.tokenrouter.train.labels.LabelFile;
import io.tokenrouter.train.labels.LabelledPrompt;
import io.tokenrouter.train.labels.Labeller;
import io.tokenrouter.train.labels.PromptSource;
import io.tokenrouter.train.labels.TrainingPrompt;
import io.tokenrouter.train.labels.TrajectoryFactory;
import io.tokenrouter.train.pair.ModelPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code train-router}: labels, trains, writes the head and its card, measures it. */
@Command(
        name = "train-router",
        sortOptions = false,
        description =
                "Trains a router head for a pair, which the policy \"neural\" then serves: labels prompts with the pair"
                        + " itself, trains, writes NAME.safetensors and NAME.md, and measures accuracy against the share of the"
                        + " large model's tokens. Stopped at any time, the same command goes on.")
final class TrainRouterCommand implements Callable<Integer> {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the head, as policies name it (demo for the demo pair).")
    private @Nullable String givenName;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Where the head goes (heads in the folder data, where the server looks).")
    private @Nullable Path out;

    @Option(
            names = "--work",
            paramLabel = "FOLDER",
            description = "Labels, checkpoints and what else is needed to go on (train-router in the folder data).")
    private @Nullable Path work;

    @Option(names = "--svg", paramLabel = "FILE", description = "Also draw the curve into this file.")
    private @Nullable Path svg;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the curve to this file as JSON.")
    private @Nullable Path json;

    @ArgGroup(validate = false, heading = "%nModels and prompts%n")
    private PairOptions pairOptions = new PairOptions();

    @ArgGroup(validate = false, heading = "%nNetwork and training%n")
    private NetworkOptions network = new NetworkOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        Path data = home().resolve("data");
        Path workFolder = Files.createDirectories(work == null ? data.resolve("train-router") : work);
        Path outFolder = Files.createDirectories(out == null ? data.resolve("heads") : out);
        PromptSource source = pairOptions.prompts();
        Optional<PromptSource> evaluation = pairOptions.evaluation();
        PyTorch.load(data.resolve("pytorch"), network.threads());
        TrajectoryFactory trajectories = new TrajectoryFactory(new RowInputs(network.topLogits()));
        try (ModelPair pair = ModelPair.open(
                pairOptions.small(home()),
                pairOptions.large(home()),
                pairOptions.threads(),
                pairOptions.concurrency(),
                List.of(trajectories),
                new HeadFolders(List.of(outFolder)))) {
            List<LabelledPrompt> labelled = label(pair, trajectories, source, workFolder);
            HeadRun run = HeadRun.train(
                    labelled, pair.embeddings(), network.shape(pair.hiddenSize()), network.training(), workFolder);
            Path file = outFolder.resolve(name() + ".safetensors");
            HeadCard card = new HeadCard(
                    name(), run, pairOptions.small(home()), pairOptions.large(home()), source, network.recall());
            run.head().write(file, card.metadata());
            System.out.println("wrote " + file);
            String curve = evaluation.isPresent() ? measure(pair, run, evaluation.get()) : "";
            Path text = outFolder.resolve(name() + ".md");
            Files.writeString(text, card.text(curve));
            System.out.println("wrote " + text);
        }
        return 0;
    }

    private String name() {
        return givenName == null ? "demo" : givenName;
    }

    private void check() {
        String fault = pairOptions.fault() != null ? pairOptions.fault() : network.fault();
        if (fault == null && givenName == null && !pairOptions.isDemoPair()) {
            fault = "models of your own need --name";
        }
        if (fault == null && !name().matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            fault = "--name must be 1 to 64 letters, digits, '.', '_' and '-'";
        }
        if (fault != null) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), fault);
        }
    }

    private List<LabelledPrompt> label(ModelPair pair, TrajectoryFactory trajectories, PromptSource source, Path folder)
            throws IOException, InterruptedException {
        String origin = "small %s, large %s, %s, %d logits, %d tokens"
                .formatted(
                        Hashes.sha256(pairOptions.small(home())),
                        Hashes.sha256(pairOptions.large(home())),
                        source.name(),
                        network.topLogits(),
                        pairOptions.maxTokens());
        int count = source.prompts().size();
        ProgressBar bar = new ProgressBar("Labelling", count);
        try (LabelFile file =
                LabelFile.open(folder.resolve("labels"), origin, pair.hiddenSize() + network.topLogits())) {
            new Labeller(pair, trajectories, pairOptions.maxTokens(), pairOptions.concurrency())
                    .label(source.prompts(), file, done -> bar.update(done - 1L, null));
            List<LabelledPrompt> labelled = file.read().subList(0, count);
            tellTooLong(labelled.stream()
                    .filter(prompt -> prompt.positions().isEmpty())
                    .count());
            return labelled;
        }
    }

    private String measure(ModelPair pair, HeadRun run, PromptSource evaluation)
            throws IOException, InterruptedException {
        List<TrainingPrompt> prompts = evaluation.prompts().stream()
                .filter(prompt -> pair.hasRoomFor(pair.prompt(prompt.prompt())))
                .toList();
        tellTooLong(evaluation.prompts().size() - prompts.size());
        if (prompts.isEmpty()) {
            return "";
        }
        Evaluation measured =
                new Evaluation(pair.asker(pairOptions.concurrency()), pair, prompts, pairOptions.maxTokens());
        ProgressBar bar = new ProgressBar("Measuring", run.policies(name()).size());
        List<CurvePoint> points = measured.run(run.policies(name()), done -> bar.update(done - 1L, null));
        CurveReport report = new CurveReport(points, prompts.size());
        System.out.println();
        System.out.print(report.text());
        if (svg != null) {
            Files.writeString(svg, report.svg());
        }
        if (json != null) {
            Files.writeString(json, report.json());
        }
        return report.text();
    }

    private static void tellTooLong(long count) {
        if (count > 0) {
            System.out.println("left out: " + count + " prompts for which a model has no room");
        }
    }

    /** The top of the repository: what the launcher says, else the working directory. */
    private static Path home() {
        return Path.of(System.getProperty("tokenrouter.home", "")).toAbsolutePath();
    }
}
