package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Writes a GGUF file, version 3: keys and tensors in the order in which they were added. Not safe for several threads.
 *
 * <pre>{@code
 * new GgufWriter()
 *         .string("general.architecture", "llama")
 *         .uint32("llama.block_count", 2)
 *         .tensor("output_norm.weight", TensorFormat.F32, 1, 64, TensorEncoder.of(TensorFormat.F32, norm))
 *         .write(path);
 * }</pre>
 */
public final class GgufWriter {

    private static final int ALIGNMENT = 32;

    private record Entry(
            String name, TensorFormat format, int rows, int columns, long offset, Consumer<MemorySegment> data) {

        long bytes() {
            return Math.multiplyExact((long) rows, format.bytesFor(columns));
        }
    }

    private final Map<String, Consumer<GgufHeader>> metadata = new LinkedHashMap<>();
    private final Set<String> names = new LinkedHashSet<>();
    private final List<Entry> tensors = new ArrayList<>();
    private long dataBytes;

    public GgufWriter string(String key, String value) {
        return put(key, out -> out.type(GgufType.STRING).string(value));
    }

    /** @param value 0 to 2^31 - 1 */
    public GgufWriter uint32(String key, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(key + " is negative: " + value);
        }
        return put(key, out -> out.type(GgufType.UINT32).int32(value));
    }

    public GgufWriter float32(String key, float value) {
        return put(key, out -> out.type(GgufType.FLOAT32).int32(Float.floatToRawIntBits(value)));
    }

    public GgufWriter bool(String key, boolean value) {
        return put(key, out -> out.type(GgufType.BOOL).int8(value ? 1 : 0));
    }

    public GgufWriter strings(String key, List<String> values) {
        List<String> copy = List.copyOf(values);
        return put(key, out -> {
            out.type(GgufType.ARRAY).type(GgufType.STRING).int64(copy.size());
            copy.forEach(out::string);
        });
    }

    public GgufWriter int32s(String key, int... values) {
        int[] copy = values.clone();
        return put(key, out -> {
            out.type(GgufType.ARRAY).type(GgufType.INT32).int64(copy.length);
            for (int value : copy) {
                out.int32(value);
            }
        });
    }

    /**
     * Adds a tensor.
     *
     * @param rows 1 for a vector
     * @param columns length of a row, a whole number of blocks
     * @param data fills the {@code rows * format.bytesFor(columns)} bytes of the tensor when the file is written, for
     *     example {@link TensorEncoder#of}
     */
    public GgufWriter tensor(String name, TensorFormat format, int rows, int columns, Consumer<MemorySegment> data) {
        if (!names.add(name)) {
            throw new IllegalArgumentException("the tensor " + name + " is there twice");
        }
        Entry entry = new Entry(name, format, rows, columns, dataBytes, data);
        tensors.add(entry);
        dataBytes = aligned(Math.addExact(dataBytes, entry.bytes()));
        return this;
    }

    /** Writes the file beside its place and moves it there, so that no reader ever sees half of it. */
    public void write(Path path) throws IOException {
        byte[] header = header();
        long dataStart = aligned(header.length);
        Path partial = path.resolveSibling(path.getFileName() + ".partial");
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(
                        partial,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            MemorySegment file =
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, Math.addExact(dataStart, dataBytes), arena);
            MemorySegment.copy(MemorySegment.ofArray(header), 0, file, 0, header.length);
            for (Entry tensor : tensors) {
                tensor.data().accept(file.asSlice(dataStart + tensor.offset(), tensor.bytes()));
            }
            file.force();
        }
        Files.move(partial, path, StandardCopyOption.REPLACE_EXISTING);
    }

    private byte[] header() {
        GgufHeader out = new GgufHeader();
        out.int32(GgufContent.MAGIC).int32(3).int64(tensors.size()).int64(metadata.size());
        metadata.forEach((key, value) -> {
            out.string(key);
            value.accept(out);
        });
        for (Entry tensor : tensors) {
            out.string(tensor.name());
            if (tensor.rows() == 1) {
                out.int32(1).int64(tensor.columns());
            } else {
                out.int32(2).int64(tensor.columns()).int64(tensor.rows());
            }
            out.int32(tensor.format().ggmlType()).int64(tensor.offset());
        }
        return out.toByteArray();
    }

    private GgufWriter put(String key, Consumer<GgufHeader> value) {
        if (metadata.put(key, value) != null) {
            throw new IllegalArgumentException("the key " + key + " is there twice");
        }
        return this;
    }

    private static long aligned(long bytes) {
        return Math.ceilDiv(bytes, (long) ALIGNMENT) * ALIGNMENT;
    }
}
