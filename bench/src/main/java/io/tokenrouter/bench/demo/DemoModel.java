package io.tokenrouter.bench.demo;

import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tokenizer.GgufTokenizers;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import io.tokenrouter.engine.tokenizer.RenderedChat.Segment;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One model of the demo pair: its file and tokenizer, and as many executors as are asked for. */
public final class DemoModel implements AutoCloseable {

    private final GgufFile file;
    private final ModelConfig config;
    private final Tokenizer tokenizer;
    private final List<CpuModelExecutor> executors = new ArrayList<>();

    private DemoModel(GgufFile file) {
        this.file = file;
        this.config = file.config();
        this.tokenizer = GgufTokenizers.create(file.metadata());
    }

    /**
     * Opens one of the two.
     *
     * @param home top of the repository
     * @param size {@code small} or {@code large}
     */
    public static DemoModel open(Path home, String size) throws IOException {
        return new DemoModel(GgufFile.open(home.resolve("models/demo/demo-" + size + ".gguf")));
    }

    public Tokenizer tokenizer() {
        return tokenizer;
    }

    /** Ids of a problem as the user's turn and of the opening of the assistant's. */
    public int[] prompt(String problem) {
        return tokenizer.encode(new RenderedChat(List.of(
                new Segment("<|user|>", true),
                new Segment(problem, false),
                new Segment("<|end|><|assistant|>", true))));
    }

    /**
     * A new executor with its own KV cache, closed with this model.
     *
     * @param positions most positions of all sequences together
     */
    public CpuModelExecutor executor(CpuDevice device, int positions) {
        long perPosition = CpuMemory.kvBytesPerToken(config, CpuExecutorOptions.DEFAULTS.kvType());
        CpuExecutorOptions options =
                CpuExecutorOptions.DEFAULTS.withKvBytes(perPosition * positions).withMaxStepTokens(2048);
        CpuModelExecutor executor =
                CpuModelExecutor.create(config, file, tokenizer.vocabulary().size(), device, options);
        executors.add(executor);
        return executor;
    }

    /** Bytes of keys and values of one block of its executors. */
    public long kvBytesPerBlock() {
        return CpuMemory.kvBytesPerToken(config, CpuExecutorOptions.DEFAULTS.kvType())
                * CpuExecutorOptions.DEFAULTS.blockSize();
    }

    @Override
    public void close() {
        executors.forEach(CpuModelExecutor::close);
        tokenizer.close();
        file.close();
    }
}
