package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.catalog.LoadProgress;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.io.IOException;

/** Brings one model into memory and into the engine. Whatever is wrong with its file becomes a sentence and hurts nothing else. */
final class ModelLoading {

    private final ModelLoader loader;
    private final LoadedModels loaded;
    private final RoutingEngine engine;
    private final MemoryProbe memory;

    ModelLoading(ModelLoader loader, LoadedModels loaded, RoutingEngine engine, MemoryProbe memory) {
        this.loader = loader;
        this.loaded = loaded;
        this.engine = engine;
        this.memory = memory;
    }

    /**
     * What a registered model would take with so much for its KV cache.
     *
     * @throws UnusableFile if that is not one block
     */
    CpuMemory memoryOf(RegisteredModel model, ModelInspection file, long kvBytes) {
        try {
            return memoryOf(file, kvBytes);
        } catch (IllegalArgumentException e) {
            throw new UnusableFile(model.file(), e.getMessage(), e);
        }
    }

    /**
     * What a model would take with so much for its KV cache.
     *
     * @throws IllegalArgumentException if that is not one block, with both sizes as {@code kv_mib} counts them
     */
    CpuMemory memoryOf(ModelInspection file, long kvBytes) {
        CpuExecutorOptions options = CpuExecutorOptions.DEFAULTS.withKvBytes(kvBytes);
        long least = options.blockSize()
                * CpuMemory.kvBytesPerToken(file.description().config(), options.kvType());
        if (kvBytes < least) {
            throw new IllegalArgumentException(
                    "a KV cache of " + MemoryCheck.mebibytes(kvBytes) + " holds not one block of "
                            + options.blockSize() + " tokens of this model; kv_mib must be at least "
                            + MemoryCheck.mebibytes(least));
        }
        return CpuMemory.of(file.description().config(), file.description().bytes(), loader.threads(), options);
    }

    /** @param share of which the KV cache is */
    MemoryCheck check(CpuMemory needed, KvShare share) {
        MemoryCheck check = MemoryCheck.of(needed, memory);
        return share.refusal() == null ? check : check.refusedFor(share.refusal());
    }

    /**
     * @param progress what it throws ends the load
     * @throws UnusableFile if it cannot be loaded
     */
    LoadedModel load(RegisteredModel model, long kvBytes, LoadProgress progress) {
        LoadedModel opened;
        try {
            CpuExecutorOptions options = CpuExecutorOptions.DEFAULTS.withKvBytes(kvBytes);
            opened = loader.load(model.id(), model.file(), options, progress);
        } catch (IOException e) {
            throw new UnusableFile(model.file(), "cannot read " + model.file() + ": " + e.getMessage(), e);
        } catch (ModelFormatException | EngineException | IllegalArgumentException | InternalError e) {
            throw new UnusableFile(model.file(), e.getMessage(), e);
        } catch (OutOfMemoryError e) {
            throw new UnusableFile(model.file(), "it does not fit the memory of this JVM", e);
        }
        try {
            engine.addModel(
                    model.id(),
                    opened.executor(),
                    opened.tokenizer().vocabulary(),
                    opened.tokenizer()::encodeContinuation);
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
        loaded.add(opened);
        return opened;
    }
}
