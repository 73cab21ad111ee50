package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.catalog.LoadProgress;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.engine.executor.OfferedDevice;
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

    ModelLoading(ModelLoader loader, LoadedModels loaded, RoutingEngine engine) {
        this.loader = loader;
        this.loaded = loaded;
        this.engine = engine;
    }

    /**
     * What a model would take on the processor with so much for its KV cache.
     *
     * @throws IllegalArgumentException if that is not one block, with both sizes as {@code kv_mib} counts them
     */
    CpuMemory memoryOf(ModelInspection file, long kvBytes) {
        CpuExecutorOptions options = CpuExecutorOptions.DEFAULTS.withKvBytes(kvBytes);
        KvBudget.requireBlock(
                kvBytes,
                options.blockSize(),
                CpuMemory.kvBytesPerToken(file.description().config(), options.kvType()));
        return CpuMemory.of(file.description().config(), file.description().bytes(), loader.threads(), options);
    }

    /**
     * @param place where it is to run
     * @param progress what it throws ends the load
     * @throws UnusableFile if it cannot be loaded
     */
    LoadedModel load(RegisteredModel model, Place place, LoadProgress progress) {
        LoadedModel opened;
        try {
            opened = open(model, place, progress);
        } catch (IOException e) {
            throw new UnusableFile(model.file(), "cannot read " + model.file() + ": " + e.getMessage(), e);
        } catch (ModelFormatException
                | EngineException
                | IllegalArgumentException
                | LostDeviceException
                | InternalError e) {
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

    private LoadedModel open(RegisteredModel model, Place place, LoadProgress progress) throws IOException {
        OfferedDevice device = place.device();
        return device == null
                ? loader.load(
                        model.id(), model.file(), CpuExecutorOptions.DEFAULTS.withKvBytes(place.kvBytes()), progress)
                : loader.load(
                        model.id(),
                        model.file(),
                        device,
                        ExecutorOptions.DEFAULTS.withKvBytes(place.kvBytes()),
                        progress);
    }
}
