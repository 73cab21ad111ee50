package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model as Hugging Face's libraries save it: {@code config.json} and safetensors files, one or several with an index,
 * mapped into memory. Opening checks the headers and the place of every tensor; the weights themselves are paged in as they
 * are touched. Files may be links, as those of a hub's cache are; the index cannot name one outside the folder.
 */
public final class HuggingFaceFolder implements ModelFiles {

    private static final String CONFIG = "config.json";
    private static final int MOST_CONFIG_BYTES = 1 << 20;

    private final Path path;
    private final Arena arena;
    private final ModelConfig config;
    private final long bytes;
    private final Map<String, Tensor> tensors;

    private HuggingFaceFolder(Path path, Arena arena, ModelConfig config, MappedShards shards) {
        this.path = path;
        this.arena = arena;
        this.config = config;
        this.bytes = shards.bytes();
        this.tensors = new LinkedHashMap<>(shards.tensors());
        if (config.tiedEmbeddings()) {
            // Some files store the shared matrix under both names.
            tensors.remove("output.weight");
        }
    }

    /** Whether a folder has the files of a model by their names; nothing of them is read. */
    public static boolean isOne(Path folder) {
        return Files.isRegularFile(folder.resolve(CONFIG)) && MappedShards.isThere(folder);
    }

    /**
     * Maps and checks a folder.
     *
     * @throws IOException if a file cannot be read
     * @throws ModelFormatException if the architecture is not supported, or the files are not usable, naming the file and the
     *     tensor at fault
     */
    public static HuggingFaceFolder open(Path folder) throws IOException {
        if (!Files.isRegularFile(folder.resolve(CONFIG))) {
            throw new ModelFormatException(folder + " has no " + CONFIG + "; " + ModelFiles.SUPPORTED + ggufIn(folder));
        }
        ModelConfig config = HuggingFaceConfig.read(ModelJson.read(folder.resolve(CONFIG), MOST_CONFIG_BYTES));
        Arena arena = Arena.ofShared();
        try {
            return new HuggingFaceFolder(folder, arena, config, MappedShards.map(folder, arena));
        } catch (IOException | RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    private static String ggufIn(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.gguf")) {
            Iterator<Path> first = files.iterator();
            return first.hasNext()
                    ? "; this folder holds "
                            + Untrusted.name(first.next().getFileName().toString()) + ", so name that"
                    : "";
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public Collection<Tensor> tensors() {
        return Collections.unmodifiableCollection(tensors.values());
    }

    @Override
    public ModelConfig config() {
        WeightShapes.check(config, this, tensors());
        return config;
    }

    @Override
    public @Nullable Tensor find(String name) {
        return tensors.get(name);
    }

    /**
     * Unmaps the files. No other thread may be reading a tensor.
     *
     * @throws IllegalStateException if the folder is closed already or being read
     */
    @Override
    public void close() {
        arena.close();
    }
}
