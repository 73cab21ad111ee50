package io.tokenrouter.train.head;

import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import java.io.IOException;
import java.nio.file.Path;

/** DJL's engine, from the libraries of the build alone: nothing is downloaded when it runs. */
public final class PyTorch {

    static final String ENGINE = "PyTorch";

    private static final String CACHE = "ENGINE_CACHE_DIR";

    private PyTorch() {}

    /**
     * Loads the engine, once.
     *
     * @param cache where its programs are unpacked, about 430 MiB, unless the system property {@code ENGINE_CACHE_DIR} names a folder
     * @param threads that it computes with
     * @throws IOException if there is none for this machine
     */
    public static void load(Path cache, int threads) throws IOException {
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("ai.djl.pytorch.num_threads", Integer.toString(threads));
        if (System.getProperty(CACHE) == null) {
            System.setProperty(CACHE, cache.toString());
        }
        try {
            Engine.getEngine(ENGINE);
        } catch (EngineException | LinkageError | IllegalStateException e) {
            throw new IOException(
                    "PyTorch cannot be loaded on " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
                            + "; training needs Linux on x86-64 or ARM, or macOS on ARM (" + e.getMessage() + ")",
                    e);
        }
    }
}
