package io.tokenrouter.demo.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes the demo pair from nothing: data, trainer, weights, GGUF files. Needs a C++ compiler. The shipped weights took half an
 * hour on one core with AMX; on one with AVX2 alone a short run suggests about three hours.
 *
 * <pre>
 * TrainDemo [--out FOLDER] [--work FOLDER] [--threads N] [--steps N]
 * </pre>
 *
 * <p>The files go to {@code data/train-demo} unless {@code --out} says otherwise: they replace the shipped ones only when
 * somebody has measured and copied them. {@code --steps} cuts every phase short, to see that it works; such models are of no
 * use.
 */
public final class TrainDemo {

    private final Path work;
    private final int threads;
    private final int steps;
    private final DemoTokenizer tokenizer = DemoTokenizer.train();

    private TrainDemo(Path work, int threads, int steps) {
        this.work = work;
        this.threads = threads;
        this.steps = steps;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("tokenrouter.home", ""));
        Path work = home.resolve("data").resolve("train-demo");
        Path out = work;
        int threads = 1;
        int steps = Integer.MAX_VALUE;
        for (int i = 0; i < arguments.length; i += 2) {
            String value = i + 1 < arguments.length ? arguments[i + 1] : "";
            switch (arguments[i]) {
                case "--out" -> out = Path.of(value);
                case "--work" -> work = Path.of(value);
                case "--threads" -> threads = count(arguments[i], value);
                case "--steps" -> steps = count(arguments[i], value);
                default -> refuse("unknown option " + arguments[i]);
            }
        }
        new TrainDemo(work, threads, steps).run(Files.createDirectories(out));
    }

    private static int count(String option, String value) {
        if (!value.matches("[1-9]\\d{0,8}")) {
            refuse(option + " needs a number of at least 1, not \"" + value + "\"");
        }
        return Integer.parseInt(value);
    }

    private static void refuse(String reason) {
        System.err.println("train-demo: " + reason);
        System.exit(2);
    }

    private void run(Path out) throws IOException, InterruptedException {
        Trainer trainer = Trainer.compile(Files.createDirectories(work).resolve("trainer"), false);
        for (Phase phase : Phase.recipe()) {
            train(trainer, steps == Integer.MAX_VALUE ? phase : phase.shortened(steps));
        }
        for (String name : List.of("small", "large")) {
            Path file = out.resolve("demo-" + name + ".gguf");
            DemoGguf.write(TrainerOutput.read(weights(name)), tokenizer, "TokenRouter demo " + name, file);
            System.out.println("wrote " + file);
        }
    }

    private void train(Trainer trainer, Phase phase) throws IOException, InterruptedException {
        Path training = work.resolve(phase.name() + ".rows");
        Path validation = work.resolve(phase.name() + ".validation-rows");
        phase.data().training(tokenizer).write(training);
        phase.data().validation(tokenizer).write(validation);
        List<String> arguments = phase.trainerArguments(threads);
        arguments.add("data=" + training);
        arguments.add("val=" + validation);
        arguments.add("out=" + weights(phase.name()));
        if (phase.continues() != null) {
            arguments.add("init=" + weights(phase.continues()));
        }
        System.out.println("training " + phase.name());
        trainer.train(arguments);
    }

    private Path weights(String phase) {
        return work.resolve(phase + ".weights");
    }
}
