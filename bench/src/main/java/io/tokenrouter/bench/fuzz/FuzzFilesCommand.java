package io.tokenrouter.bench.fuzz;

import io.tokenrouter.bench.report.ReportOptions;
import io.tokenrouter.bench.report.Table;
import io.tokenrouter.engine.fixtures.DamagedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench fuzz-files}. */
@Command(
        name = "fuzz-files",
        description =
                "Damages copies of models at random and reads them; ends with 1 if one was neither refused nor read,"
                        + " or was expensive. The seed of it makes the same damage again.")
public final class FuzzFilesCommand implements Callable<Integer> {

    private static final int MOST_SHOWN = 10;

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(names = "--minutes", defaultValue = "1", description = "How long (${DEFAULT-VALUE}).")
    private double minutes;

    @Option(names = "--tries", description = "Of each model no more than these (as many as there is time for).")
    private long mostTries = Long.MAX_VALUE;

    @Option(names = "--seed", defaultValue = "1", description = "Where the seeds begin (${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--model",
            description = "Small GGUF file or Hugging Face folder, repeatable; the small demo model if left out.")
    private List<Path> models = List.of();

    @Option(
            names = "--most-mib",
            defaultValue = "256",
            description = "Most MiB of heap that reading one model may take in all (${DEFAULT-VALUE}).")
    private int mostMebibytes;

    private final Table table = new Table("model", "tries", "refused", "read", "failures");

    @Override
    public Integer call() throws IOException {
        List<Path> sound = models.isEmpty() ? List.of(report.home().resolve("models/demo/demo-small.gguf")) : models;
        Path scratch = Files.createTempDirectory("fuzz-files");
        List<String> failures = new ArrayList<>();
        try {
            for (Path model : sound) {
                run(model, copy(model, scratch), (long) (minutes * 60e9 / sound.size()), failures);
            }
        } finally {
            delete(scratch);
        }
        report.finish(report.report("fuzz-files")
                .setting("minutes", minutes)
                .setting("seed", seed)
                .rows(table));
        failures.stream().limit(MOST_SHOWN).forEach(report::progress);
        return failures.isEmpty() ? 0 : 1;
    }

    private void run(Path model, Path copy, long nanos, List<String> failures) throws IOException {
        DamagedModel damaged = new DamagedModel(copy, (long) mostMebibytes << 20);
        long end = System.nanoTime() + nanos;
        long tries = 0;
        long refused = 0;
        int before = failures.size();
        for (; tries < mostTries && System.nanoTime() - end < 0; tries++) {
            try {
                refused += damaged.read(seed + tries) ? 1 : 0;
            } catch (AssertionError failure) {
                failures.add(model.getFileName() + ", " + failure.getMessage());
            }
        }
        int failed = failures.size() - before;
        table.add(model.getFileName().toString(), tries, refused, tries - refused - failed, failed);
    }

    private static Path copy(Path model, Path scratch) throws IOException {
        Path target = scratch.resolve(model.getFileName());
        if (!Files.isDirectory(model)) {
            return Files.write(target, Files.readAllBytes(model));
        }
        Files.createDirectories(target);
        try (Stream<Path> files = Files.list(model)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Files.write(target.resolve(file.getFileName()), Files.readAllBytes(file));
            }
        }
        return target;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(file);
            }
        }
    }
}
