package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The header of a safetensors file: texts, and tensors that are known to lie inside the file side by side. Nothing is known of
 * their types and shapes yet.
 *
 * <p>Format: https://huggingface.co/docs/safetensors/index#format
 *
 * @param bytes its size
 * @param metadata the texts under {@code __metadata__}
 * @param entries in the order of the file
 * @param data what follows the header
 */
record SafetensorsHeader(int bytes, Map<String, String> metadata, List<Entry> entries, MemorySegment data) {

    private static final int PREFIX = Long.BYTES;
    private static final ValueLayout.OfLong LENGTH = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /**
     * @param type {@code BF16} and so on, as the file has it; empty if it has none
     * @param from where its bytes begin, from the start of the data
     * @param to where they end
     */
    record Entry(String name, String type, List<Long> shape, long from, long to) {

        /** Null for what is no floating-point number of a width that we read. */
        @Nullable
        TensorFormat format() {
            return switch (type) {
                case "F32" -> TensorFormat.F32;
                case "F16" -> TensorFormat.F16;
                case "BF16" -> TensorFormat.BF16;
                default -> null;
            };
        }

        boolean isVectorOrMatrix() {
            return shape.size() == 1 || shape.size() == 2;
        }

        /** For messages. */
        String what() {
            return "tensor " + Untrusted.name(name);
        }
    }

    /**
     * @param file the whole of it
     * @param mostBytes a longer header is refused before it is read
     * @throws ModelFormatException naming the tensor at fault
     */
    static SafetensorsHeader parse(MemorySegment file, int mostBytes) {
        if (file.byteSize() < PREFIX) {
            throw new ModelFormatException("the file is too short for a safetensors file");
        }
        long length = file.get(LENGTH, 0);
        if (length < 2 || length > Math.min(mostBytes, file.byteSize() - PREFIX)) {
            throw new ModelFormatException(
                    "this is no safetensors file, or its header is cut off or longer than " + mostBytes + " bytes");
        }
        MemorySegment data = file.asSlice(PREFIX + length).asReadOnly();
        Map<String, String> metadata = new LinkedHashMap<>();
        List<Entry> entries =
                SafetensorsHeaderReader.read(file.asSlice(PREFIX, length).toArray(ValueLayout.JAVA_BYTE), metadata);
        checkPlaces(entries, data.byteSize());
        return new SafetensorsHeader((int) length, metadata, entries, data);
    }

    /**
     * A vector or matrix as a view of the file.
     *
     * @param name that it gets
     * @throws ModelFormatException if its shape and its bytes do not agree
     */
    Tensor tensor(Entry entry, TensorFormat format, String name) {
        List<Long> shape = entry.shape();
        int columns = size(entry, shape.getLast());
        int rows = shape.size() == 1 ? 1 : size(entry, shape.getFirst());
        long bytes = entry.to() - entry.from();
        long rowBytes = format.bytesFor(columns);
        if (bytes % rowBytes != 0 || bytes / rowBytes != rows) {
            throw new ModelFormatException(
                    entry.what() + " has " + bytes + " bytes, not " + rows + " x " + columns + " of " + format);
        }
        return new Tensor(name, format, rows, columns, data.asSlice(entry.from(), bytes));
    }

    private static int size(Entry entry, long size) {
        if (size < 1 || size > Integer.MAX_VALUE) {
            throw new ModelFormatException(entry.what() + " has a size that is no positive number");
        }
        return (int) size;
    }

    private static void checkPlaces(List<Entry> entries, long dataBytes) {
        List<Entry> byPlace = new ArrayList<>(entries);
        byPlace.sort(Comparator.comparingLong(Entry::from).thenComparingLong(Entry::to));
        long end = 0;
        String before = "";
        for (Entry entry : byPlace) {
            if (entry.from() < 0 || entry.to() < entry.from() || entry.to() > dataBytes) {
                throw new ModelFormatException(entry.what() + " is not within the file");
            }
            if (entry.from() < end) {
                throw new ModelFormatException(entry.what() + " overlaps the " + before);
            }
            end = entry.to();
            before = entry.what();
        }
    }
}
