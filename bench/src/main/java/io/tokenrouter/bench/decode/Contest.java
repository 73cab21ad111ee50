package io.tokenrouter.bench.decode;

import io.tokenrouter.bench.report.AlternatingRounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Our executor with a model, and llama.cpp with the same one where it can read it. */
final class Contest implements AutoCloseable {

    private static final long SEED = 1;

    final OwnDecoder ours;
    final @Nullable LlamaCppDecoder peer;

    private Contest(OwnDecoder ours, @Nullable LlamaCppDecoder peer) {
        this.ours = ours;
        this.peer = peer;
    }

    /**
     * @param model GGUF file or Hugging Face folder
     * @param sequences most sequences at once
     * @param positions most positions of one sequence
     */
    static Contest open(Path model, int threads, int sequences, int positions) {
        OwnDecoder ours = new OwnDecoder(model, threads, sequences, positions);
        return new Contest(ours, peer(model, threads, sequences, positions));
    }

    /** Null for a folder, for an architecture that the bound version does not know, and where its library does not run. */
    private static @Nullable LlamaCppDecoder peer(Path model, int threads, int sequences, int positions) {
        if (Files.isDirectory(model)) {
            return null;
        }
        try {
            return new LlamaCppDecoder(model, threads, sequences, positions);
        } catch (RuntimeException | LinkageError e) {
            System.err.println("llama.cpp does not run this model: " + e.getMessage());
            return null;
        }
    }

    /** Runs each, in turn; the figures of {@link #ours} are those of number 0. */
    AlternatingRounds run(int rounds, ToDoubleFunction<BatchDecoder> figure) {
        LlamaCppDecoder other = peer;
        return other == null
                ? AlternatingRounds.run(rounds, () -> figure.applyAsDouble(ours))
                : AlternatingRounds.run(rounds, () -> figure.applyAsDouble(ours), () -> figure.applyAsDouble(other));
    }

    /** Different ones for every sequence. */
    List<Prompt> prompts(int count, int length) {
        List<Prompt> prompts = new ArrayList<>();
        for (int sequence = 0; sequence < count; sequence++) {
            SplittableRandom random = new SplittableRandom(SEED + sequence);
            prompts.add(
                    peer == null
                            ? new Prompt("", random.ints(length, 0, ours.ids()).toArray())
                            : letters(peer, random, length));
        }
        return prompts;
    }

    /** Random lower-case letters, one at a time, until the tokenizer makes {@code length} ids of them. */
    private static Prompt letters(LlamaCppDecoder tokenizer, SplittableRandom random, int length) {
        StringBuilder text = new StringBuilder();
        Prompt prompt;
        do {
            text.append((char) random.nextInt('a', 'z' + 1));
            prompt = tokenizer.prompt(text.toString());
        } while (prompt.ids().length < length);
        return prompt;
    }

    @Override
    public void close() {
        try (ours) {
            if (peer != null) {
                peer.close();
            }
        }
    }
}
