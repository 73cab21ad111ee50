package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * A GGUF file, version 2 or 3, mapped into memory. Opening checks the whole header and the place of every tensor; the
 * weights themselves are paged in as they are touched. Safe from any thread.
 * Tensors and metadata are views of the mapping.
 */
public final class GgufFile implements ModelFiles {

    private final Path path;
    private final long bytes;
    private final Arena arena;
    private final GgufContent content;

    private GgufFile(Path path, long bytes, Arena arena, GgufContent content) {
        this.path = path;
        this.bytes = bytes;
        this.arena = arena;
        this.content = content;
    }

    /**
     * Maps and checks a file.
     *
     * @throws IOException if it cannot be read
     * @throws ModelFormatException if it is no usable GGUF file, with the reason and the key or tensor at fault
     */
    public static GgufFile open(Path path) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new ModelFormatException(path + " is not a regular file");
        }
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            MemorySegment file = channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
            return new GgufFile(path, size, arena, GgufContent.parse(file));
        } catch (IOException | RuntimeException | Error e) {
            arena.close();
            throw e;
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

    public GgufMetadata metadata() {
        return content.metadata();
    }

    @Override
    public Collection<Tensor> tensors() {
        return Collections.unmodifiableCollection(content.tensors().values());
    }

    @Override
    public ModelConfig config() {
        ModelConfig config = GgufConfig.read(metadata(), this);
        WeightShapes.check(config, this, tensors());
        return config;
    }

    @Override
    public @Nullable Tensor find(String name) {
        return content.tensors().get(name);
    }

    /**
     * Unmaps the file. No other thread may be reading a tensor.
     *
     * @throws IllegalStateException if the file is closed already or being read
     */
    @Override
    public void close() {
        arena.close();
    }
}
