package io.tokenrouter.bench.decode;

import io.tokenrouter.bench.report.AlternatingRounds;
import io.tokenrouter.bench.report.BenchReport;
import io.tokenrouter.bench.report.ReportOptions;
import io.tokenrouter.bench.report.Table;
import io.tokenrouter.engine.model.ModelFiles;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench decode}. */
@Command(
        name = "decode",
        description =
                "Decoding speed of our CPU executor and, where it can read the model, of llama.cpp, measured in turn; prefill and memory.")
public final class DecodeCommand implements Callable<Integer> {

    private static final long SEED = 1;
    private static final int WARM_UP_TOKENS = 12;
    private static final int MOST_NEW_TOKENS = 256;

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(
            names = "--model",
            description = "GGUF file or Hugging Face folder; without it random models of 135M parameters are made.")
    private @Nullable Path model;

    @Option(
            names = "--format",
            split = ",",
            defaultValue = "Q8_0,Q4_1,F16",
            description = "Weight formats of the random models (${DEFAULT-VALUE}).")
    private List<TensorFormat> formats = List.of();

    @Option(
            names = "--batch",
            split = ",",
            defaultValue = "1,4,8,16",
            description = "Sequences at once (${DEFAULT-VALUE}).")
    private List<Integer> batches = List.of();

    @Option(names = "--threads", description = "Threads of both engines (all processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--rounds", defaultValue = "5", description = "Times each engine is measured (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--seconds",
            defaultValue = "3",
            description = "About how long the slower engine decodes in one measurement (${DEFAULT-VALUE}).")
    private double seconds;

    @Option(names = "--prompt", defaultValue = "32", description = "Ids of each prompt (${DEFAULT-VALUE}).")
    private int promptLength;

    @Option(
            names = "--prefill",
            defaultValue = "256",
            description = "Ids of the prompt whose reading is measured; 0 leaves it out (${DEFAULT-VALUE}).")
    private int prefillLength;

    private final Table decode = new Table(
            "format", "batch", "ours_tokens_per_s", "llamacpp_tokens_per_s", "ratio", "allocated_bytes_per_step");
    private final Table prefill =
            new Table("format", "prompt_tokens", "ours_prefill_tokens_per_s", "llamacpp_prefill_tokens_per_s", "ratio");
    private final Table memory =
            new Table("format", "batch", "weights_mapped_bytes", "kv_bytes_of_1000_tokens", "workspace_bytes");

    @Override
    public Integer call() throws IOException {
        if (model != null) {
            measure(weightFormat(model).name(), model);
        } else {
            for (TensorFormat format : formats) {
                measure(format.name(), randomModel(format));
            }
        }
        BenchReport result = report.report("decode")
                .setting(
                        "model",
                        model == null ? "random 135M" : model.getFileName().toString())
                .setting("threads", threads)
                .setting("prompt_tokens", promptLength)
                .setting("rounds", rounds)
                .setting("seconds", seconds)
                .rows(decode);
        if (prefillLength > 0) {
            result.table("prefill", prefill);
        }
        result.table("memory", memory);
        report.finish(result);
        return 0;
    }

    private void measure(String format, Path file) {
        for (int batch : batches) {
            try (Contest contest = Contest.open(file, threads, batch, promptLength + MOST_NEW_TOKENS)) {
                measureDecode(format, contest, contest.prompts(batch, promptLength));
            }
        }
        if (prefillLength > 0) {
            try (Contest contest = Contest.open(file, threads, 1, prefillLength + 16)) {
                measurePrefill(
                        format, contest, contest.prompts(1, prefillLength).getFirst());
            }
        }
    }

    /** Both write equally many tokens, so that they see equally long contexts. */
    private void measureDecode(String format, Contest contest, List<Prompt> prompts) {
        OwnDecoder ours = contest.ours;
        ours.decode(prompts, WARM_UP_TOKENS);
        AlternatingRounds first = contest.run(1, decoder -> decoder.decode(prompts, WARM_UP_TOKENS));
        double slower = contest.peer == null ? first.median(0) : Math.min(first.median(0), first.median(1));
        int newTokens = (int) Math.clamp(seconds * slower / prompts.size(), WARM_UP_TOKENS, MOST_NEW_TOKENS);
        ours.decode(prompts, newTokens);
        AlternatingRounds result = contest.run(rounds, decoder -> decoder.decode(prompts, newTokens));
        double theirs = contest.peer == null ? Double.NaN : result.median(1);
        double ratio = contest.peer == null ? Double.NaN : result.medianRatio(0, 1);
        decode.add(format, prompts.size(), result.median(0), theirs, ratio, ours.allocatedBytesPerStep());
        OwnDecoder.Memory needed = ours.memory();
        memory.add(
                format,
                prompts.size(),
                needed.weightBytes(),
                needed.kvBytesOfThousandTokens(),
                needed.workspaceBytes());
        report.progress("%s, batch %d: ours %.1f tokens/s, llama.cpp %.1f, ratio %.2f (%d tokens each)"
                .formatted(format, prompts.size(), result.median(0), theirs, ratio, newTokens));
    }

    private void measurePrefill(String format, Contest contest, Prompt prompt) {
        contest.run(1, decoder -> decoder.prefill(prompt));
        AlternatingRounds result = contest.run(rounds, decoder -> decoder.prefill(prompt));
        double theirs = contest.peer == null ? Double.NaN : result.median(1);
        double ratio = contest.peer == null ? Double.NaN : result.medianRatio(0, 1);
        int length = prompt.ids().length;
        prefill.add(format, length, result.median(0), theirs, ratio);
        report.progress("%s, prefill of %d: ours %.1f tokens/s, llama.cpp %.1f, ratio %.2f"
                .formatted(format, length, result.median(0), theirs, ratio));
    }

    private Path randomModel(TensorFormat format) throws IOException {
        Path folder = Files.createDirectories(report.home().resolve("bench/target/models"));
        Path file = folder.resolve("random-135m-" + format.name().toLowerCase(Locale.ROOT) + ".gguf");
        if (!Files.exists(file)) {
            report.progress("writing " + file.getFileName());
            RandomModel.OF_135M.write(file, format, SEED);
        }
        return file;
    }

    /** The format of most bytes. */
    private static TensorFormat weightFormat(Path file) throws IOException {
        Map<TensorFormat, Long> bytes = new EnumMap<>(TensorFormat.class);
        try (ModelFiles files = ModelFiles.open(file)) {
            for (Tensor tensor : files.tensors()) {
                bytes.merge(tensor.format(), tensor.data().byteSize(), Long::sum);
            }
        }
        return bytes.entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .orElseThrow()
                .getKey();
    }
}
