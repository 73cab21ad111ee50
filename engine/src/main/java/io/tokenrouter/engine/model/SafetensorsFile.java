package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A small safetensors file, read into memory outside the Java heap that is given back when nothing refers to it any more. The file may
 * change or go afterwards. Vectors and matrices of F32, F16 and BF16 come as tensors; what else is in the file is left out.
 *
 * @param metadata the texts under {@code __metadata__}
 * @param tensors by name, in the order of the file
 */
public record SafetensorsFile(Map<String, String> metadata, Map<String, Tensor> tensors) {

    private static final int MOST_HEADER = 1 << 22;

    /**
     * @param mostBytes a larger file is refused before it is read; below 2 GiB
     * @throws IOException if it cannot be read
     * @throws ModelFormatException if it is no usable safetensors file, naming the tensor at fault
     */
    public static SafetensorsFile read(Path path, int mostBytes) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new ModelFormatException(path + " is not a regular file");
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size > mostBytes) {
                throw new ModelFormatException("the file has " + size + " bytes, more than " + mostBytes);
            }
            MemorySegment content = Arena.ofAuto().allocate(Math.max(1, size));
            ByteBuffer into = content.asByteBuffer();
            while (into.hasRemaining() && channel.read(into) >= 0) {}
            return parse(content.asSlice(0, into.position()));
        }
    }

    /**
     * A file that is in memory already; its tensors are views of it.
     *
     * @throws ModelFormatException as {@link #read}
     */
    public static SafetensorsFile parse(MemorySegment file) {
        SafetensorsHeader header = SafetensorsHeader.parse(file, MOST_HEADER);
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (SafetensorsHeader.Entry entry : header.entries()) {
            TensorFormat format = entry.format();
            if (format != null && entry.isVectorOrMatrix()) {
                tensors.put(entry.name(), header.tensor(entry, format, Untrusted.name(entry.name())));
            }
        }
        return new SafetensorsFile(header.metadata(), tensors);
    }

    /**
     * A tensor that must be there.
     *
     * @param rows outputs of a matrix; 1 for a vector
     * @param columns inputs of a matrix, or length of a vector
     * @throws ModelFormatException naming it if it is not, or of another size
     */
    public Tensor get(String name, int rows, int columns) {
        Tensor tensor = get(name);
        if (tensor.rows() != rows || tensor.columns() != columns) {
            throw new ModelFormatException("tensor " + name + " is " + tensor.rows() + " x " + tensor.columns()
                    + ", not " + rows + " x " + columns);
        }
        return tensor;
    }

    /** @throws ModelFormatException naming the tensor if there is none */
    public Tensor get(String name) {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new ModelFormatException("the file has no tensor " + name);
        }
        return tensor;
    }
}
