package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the tensor descriptions behind the metadata and cuts the data section into tensors. */
final class GgufTensorTable {

    private static final int MAX_TENSORS = 65_536;
    private static final int MAX_NAME_BYTES = 1024;
    private static final int MAX_DIMENSIONS = 4;

    /**
     * @param offset from the start of the data section
     * @param bytes size of the data
     */
    private record Entry(String name, TensorFormat format, int rows, int columns, long offset, long bytes) {}

    private GgufTensorTable() {}

    /**
     * @param count tensors that the file claims
     * @param alignment of the data section and of every tensor in it
     */
    static Map<String, Tensor> read(GgufCursor cursor, MemorySegment file, long count, int alignment) {
        if (count < 0 || count > MAX_TENSORS) {
            throw new ModelFormatException("the file claims " + Long.toUnsignedString(count) + " tensors; at most "
                    + MAX_TENSORS + " are allowed");
        }
        List<Entry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            Entry entry = entry(cursor, i, alignment);
            if (!names.add(entry.name())) {
                throw new ModelFormatException("the tensor " + Untrusted.name(entry.name()) + " is there twice");
            }
            entries.add(entry);
        }
        long dataStart = Math.ceilDiv(cursor.position(), (long) alignment) * alignment;
        checkPlaces(entries, file.byteSize() - dataStart);
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (Entry entry : entries) {
            MemorySegment data = file.asSlice(dataStart + entry.offset(), entry.bytes());
            tensors.put(entry.name(), new Tensor(entry.name(), entry.format(), entry.rows(), entry.columns(), data));
        }
        return tensors;
    }

    private static Entry entry(GgufCursor cursor, int index, int alignment) {
        String name = cursor.string("the name of tensor " + index, MAX_NAME_BYTES);
        String what = "the tensor " + Untrusted.name(name);
        int dimensions = cursor.int32(what);
        if (dimensions < 1 || dimensions > MAX_DIMENSIONS) {
            throw new ModelFormatException(what + " has " + Integer.toUnsignedString(dimensions) + " dimensions; 1 to "
                    + MAX_DIMENSIONS + " are allowed");
        }
        int[] shape = {1, 1};
        for (int d = 0; d < dimensions; d++) {
            long size = cursor.uint64(what);
            if (size < 1 || size > Integer.MAX_VALUE) {
                throw new ModelFormatException(what + " has a dimension of " + Long.toUnsignedString(size) + " values");
            }
            if (d < shape.length) {
                shape[d] = (int) size;
            } else if (size != 1) {
                throw new ModelFormatException(what + " is no vector or matrix: dimension " + d + " is " + size);
            }
        }
        TensorFormat format = GgmlTypes.format(cursor.int32(what), what);
        long offset = cursor.uint64(what);
        if (offset < 0 || offset % alignment != 0) {
            throw new ModelFormatException(what + " begins at offset " + Long.toUnsignedString(offset)
                    + ", which is no multiple of the alignment " + alignment);
        }
        return new Entry(name, format, shape[1], shape[0], offset, bytes(format, shape[1], shape[0], what));
    }

    private static long bytes(TensorFormat format, int rows, int columns, String what) {
        if (columns % format.blockSize() != 0) {
            throw new ModelFormatException(what + " has rows of " + columns + " values, which are no whole number of "
                    + format + " blocks of " + format.blockSize());
        }
        try {
            return Math.multiplyExact((long) rows, format.bytesFor(columns));
        } catch (ArithmeticException e) {
            throw new ModelFormatException(what + " is larger than any file: " + rows + " x " + columns, e);
        }
    }

    private static void checkPlaces(List<Entry> entries, long dataBytes) {
        List<Entry> byOffset = new ArrayList<>(entries);
        byOffset.sort(Comparator.comparingLong(Entry::offset));
        long end = 0;
        String before = "";
        for (Entry entry : byOffset) {
            String what = "the tensor " + Untrusted.name(entry.name());
            if (entry.offset() > dataBytes - entry.bytes()) {
                throw new ModelFormatException(what + " does not lie inside the file: " + entry.bytes()
                        + " bytes at offset " + entry.offset() + " of " + Math.max(0, dataBytes) + " bytes of data");
            }
            if (entry.offset() < end) {
                throw new ModelFormatException(what + " overlaps the tensor " + Untrusted.name(before));
            }
            end = entry.offset() + entry.bytes();
            before = entry.name();
        }
    }
}
