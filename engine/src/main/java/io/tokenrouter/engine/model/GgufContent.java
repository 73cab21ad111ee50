package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * What the bytes of a GGUF file say.
 *
 * @param tensors by name, in the order of the file
 */
record GgufContent(GgufMetadata metadata, Map<String, Tensor> tensors) {

    static final int MAGIC = 0x46554747;
    private static final int DEFAULT_ALIGNMENT = 32;
    private static final int MAX_ALIGNMENT = 1 << 20;

    /** @throws ModelFormatException if the bytes are no usable GGUF file */
    static GgufContent parse(MemorySegment file) {
        GgufCursor cursor = new GgufCursor(file);
        if (cursor.remaining() < Integer.BYTES || cursor.int32("the magic number") != MAGIC) {
            throw new ModelFormatException(
                    "this is not a GGUF file: it does not begin with \"GGUF\"; " + ModelFiles.SUPPORTED);
        }
        checkVersion(cursor.int32("the version"));
        long tensorCount = cursor.uint64("the number of tensors");
        long keyCount = cursor.uint64("the number of metadata keys");
        GgufMetadata metadata = new GgufMetadataReader(cursor).read(keyCount);
        if (metadata.integer("split.count", 0, Integer.MAX_VALUE, 1) > 1) {
            throw new ModelFormatException("this is one of the files of a model in several (split.count), which are not"
                    + " supported; llama-gguf-split --merge makes one file of them");
        }
        return new GgufContent(metadata, GgufTensorTable.read(cursor, file, tensorCount, alignment(metadata)));
    }

    private static void checkVersion(int version) {
        if (version == Integer.reverseBytes(2) || version == Integer.reverseBytes(3)) {
            throw new ModelFormatException("this GGUF file is big-endian, which is not supported");
        }
        if (version != 2 && version != 3) {
            throw new ModelFormatException(
                    "GGUF version " + Integer.toUnsignedString(version) + " is not supported; 2 and 3 are");
        }
    }

    private static int alignment(GgufMetadata metadata) {
        int alignment = metadata.integer("general.alignment", 1, MAX_ALIGNMENT, DEFAULT_ALIGNMENT);
        if (Integer.bitCount(alignment) != 1) {
            throw new ModelFormatException("general.alignment is " + alignment + "; it must be a power of two");
        }
        return alignment;
    }
}
