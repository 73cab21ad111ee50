package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A small safetensors file, read into memory outside the Java heap that is given back when nothing refers to it any more. The file may
 * change or go afterwards. Vectors and matrices of F32, F16 and BF16 come as tensors; what else is in the file is left out.
 *
 * <p>Format: https://huggingface.co/docs/safetensors/index#format
 *
 * @param metadata the texts under {@code __metadata__}
 * @param tensors by name, in the order of the file
 */
public record SafetensorsFile(Map<String, String> metadata, Map<String, Tensor> tensors) {

    private static final int PREFIX = Long.BYTES;
    private static final int MOST_HEADER = 1 << 22;
    private static final ValueLayout.OfLong LENGTH = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

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
        if (file.byteSize() < PREFIX) {
            throw new ModelFormatException("the file is too short for a safetensors file");
        }
        long length = file.get(LENGTH, 0);
        if (length < 2 || length > Math.min(MOST_HEADER, file.byteSize() - PREFIX)) {
            throw new ModelFormatException("this is no safetensors file, or its header is cut off");
        }
        MemorySegment data = file.asSlice(PREFIX + length).asReadOnly();
        Map<String, String> metadata = new LinkedHashMap<>();
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        header(file.asSlice(PREFIX, length)).forEachEntry((name, entry) -> {
            if (name.equals("__metadata__")) {
                entry.forEachEntry((key, value) -> metadata.put(key, value.asString("")));
            } else {
                Tensor tensor = tensor(name, entry, data);
                if (tensor != null) {
                    tensors.put(name, tensor);
                }
            }
        });
        return new SafetensorsFile(metadata, tensors);
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

    private static JsonNode header(MemorySegment bytes) {
        try {
            JsonNode header = JSON.readTree(new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
            if (!header.isObject()) {
                throw new ModelFormatException("the header is not a JSON object");
            }
            return header;
        } catch (JacksonException e) {
            throw new ModelFormatException("the header is not JSON: " + Untrusted.name(e.getOriginalMessage()), e);
        }
    }

    /** Null for what is no vector or matrix of floating-point numbers. */
    private static @Nullable Tensor tensor(String name, JsonNode entry, MemorySegment data) {
        TensorFormat format = switch (entry.path("dtype").asString("")) {
            case "F32" -> TensorFormat.F32;
            case "F16" -> TensorFormat.F16;
            case "BF16" -> TensorFormat.BF16;
            default -> null;
        };
        JsonNode shape = entry.path("shape");
        if (format == null || shape.size() < 1 || shape.size() > 2) {
            return null;
        }
        int columns = size(name, shape.get(shape.size() - 1));
        int rows = shape.size() == 1 ? 1 : size(name, shape.get(0));
        JsonNode offsets = entry.path("data_offsets");
        long from = offsets.path(0).asLong(-1);
        long to = offsets.path(1).asLong(-1);
        if (offsets.size() != 2 || from < 0 || to < from || to > data.byteSize()) {
            throw new ModelFormatException("tensor " + Untrusted.name(name) + " is not within the file");
        }
        long rowBytes = format.bytesFor(columns);
        if ((to - from) % rowBytes != 0 || (to - from) / rowBytes != rows) {
            throw new ModelFormatException("tensor " + Untrusted.name(name) + " has " + (to - from) + " bytes, not "
                    + rows + " x " + columns + " of " + format);
        }
        return new Tensor(Untrusted.name(name), format, rows, columns, data.asSlice(from, to - from));
    }

    private static int size(String name, JsonNode node) {
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.asInt() < 1) {
            throw new ModelFormatException("tensor " + Untrusted.name(name) + " has a size that is no positive number");
        }
        return node.asInt();
    }
}
