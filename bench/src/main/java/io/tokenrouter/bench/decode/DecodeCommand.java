package io.tokenrouter.bench.decode;

import io.tokenrouter.bench.report.AlternatingRounds;
import io.tokenrouter.bench.report.BenchReport;
import io.tokenrouter.bench.report.ReportOptions;
import io.tokenrouter.bench.report.Table;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench decode}. */
@Command(
        name = "decode",
        description = "Decoding speed of our CPU executor and of llama.cpp on the same file, measured in turn.")
public final class DecodeCommand implements Callable<Integer> {

    private static final long SEED = 1;
    private static final int WARM_UP_TOKENS = 12;
    private static final int MOST_NEW_TOKENS = 256;

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(names = "--model", description = "GGUF file; without it random models of 135M parameters are made.")
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
        report.finish(result);
        return 0;
    }

    private void measure(String format, Path file) {
        for (int batch : batches) {
            int positions = promptLength + MOST_NEW_TOKENS;
            try (LlamaCppDecoder peer = new LlamaCppDecoder(file, threads, batch, positions);
                    OwnDecoder ours = new OwnDecoder(file, threads, batch, positions)) {
                measureDecode(format, ours, peer, prompts(peer, batch, promptLength));
            }
        }
        if (prefillLength > 0) {
            try (LlamaCppDecoder peer = new LlamaCppDecoder(file, threads, 1, prefillLength + 16);
                    OwnDecoder ours = new OwnDecoder(file, threads, 1, prefillLength + 16)) {
                measurePrefill(
                        format, ours, peer, prompts(peer, 1, prefillLength).getFirst());
            }
        }
    }

    /** Both write equally many tokens, so that they see equally long contexts. */
    private void measureDecode(String format, OwnDecoder ours, BatchDecoder peer, List<Prompt> prompts) {
        ours.decode(prompts, WARM_UP_TOKENS);
        double slower = Math.min(ours.decode(prompts, WARM_UP_TOKENS), peer.decode(prompts, WARM_UP_TOKENS));
        int newTokens = (int) Math.clamp(seconds * slower / prompts.size(), WARM_UP_TOKENS, MOST_NEW_TOKENS);
        ours.decode(prompts, newTokens);
        AlternatingRounds result = AlternatingRounds.run(
                rounds, () -> ours.decode(prompts, newTokens), () -> peer.decode(prompts, newTokens));
        decode.add(
                format,
                prompts.size(),
                result.median(0),
                result.median(1),
                result.medianRatio(0, 1),
                ours.allocatedBytesPerStep());
        report.progress("%s, batch %d: ours %.1f tokens/s, llama.cpp %.1f, ratio %.2f (%d tokens each)"
                .formatted(
                        format,
                        prompts.size(),
                        result.median(0),
                        result.median(1),
                        result.medianRatio(0, 1),
                        newTokens));
    }

    private void measurePrefill(String format, BatchDecoder ours, BatchDecoder peer, Prompt prompt) {
        ours.prefill(prompt);
        peer.prefill(prompt);
        AlternatingRounds result =
                AlternatingRounds.run(rounds, () -> ours.prefill(prompt), () -> peer.prefill(prompt));
        int length = prompt.ids().length;
        prefill.add(format, length, result.median(0), result.median(1), result.medianRatio(0, 1));
        report.progress("%s, prefill of %d: ours %.1f tokens/s, llama.cpp %.1f, ratio %.2f"
                .formatted(format, length, result.median(0), result.median(1), result.medianRatio(0, 1)));
    }

    /** Different letters for every sequence; a tokenizer that joins letters makes more of them necessary. */
    private static List<Prompt> prompts(LlamaCppDecoder tokenizer, int count, int length) {
        List<Prompt> prompts = new ArrayList<>();
        for (int sequence = 0; sequence < count; sequence++) {
            prompts.add(prompt(tokenizer, new SplittableRandom(SEED + sequence), length));
        }
        return prompts;
    }

    /** Random lower-case letters, one at a time, until the tokenizer makes {@code length} ids of them. */
    private static Prompt prompt(LlamaCppDecoder tokenizer, SplittableRandom random, int length) {
        StringBuilder text = new StringBuilder();
        Prompt prompt;
        do {
            text.append((char) random.nextInt('a', 'z' + 1));
            prompt = tokenizer.prompt(text.toString());
        } while (prompt.ids().length < length);
        return prompt;
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
        try (GgufFile gguf = GgufFile.open(file)) {
            for (Tensor tensor : gguf.tensors()) {
                bytes.merge(tensor.format(), tensor.data().byteSize(), Long::sum);
            }
        }
        return bytes.entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .orElseThrow()
                .getKey();
    }
}
