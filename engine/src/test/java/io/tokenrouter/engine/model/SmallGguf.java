package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Bytes of small GGUF files, sound ones and ones whose header claims what it should not. */
final class SmallGguf {

    private final GgufHeader header = new GgufHeader();

    private SmallGguf() {}

    /** A file with a key of every kind and a few tensors. */
    static byte[] sound() {
        return start(3, 3, 6)
                .key("general.architecture", "llama")
                .uint32("llama.block_count", 2)
                .strings("tokenizer.ggml.tokens", List.of("a", "b", "<|end|>"))
                .float32("llama.rope.freq_base", 10_000f)
                .int32s("tokenizer.ggml.token_type", 1, 1, 3)
                .bool("tokenizer.ggml.add_bos_token", false)
                .tensor("token_embd.weight", TensorFormat.F32, 0, 8, 3)
                .tensor("blk.0.attn_q.weight", TensorFormat.Q8_0, 96, 32, 2)
                .tensor("output_norm.weight", TensorFormat.F16, 192, 8)
                .bytes(224);
    }

    static SmallGguf start(int version, long tensors, long keys) {
        SmallGguf file = new SmallGguf();
        file.header.int32(GgufContent.MAGIC).int32(version).int64(tensors).int64(keys);
        return file;
    }

    SmallGguf key(String key, String value) {
        header.string(key).type(GgufType.STRING).string(value);
        return this;
    }

    SmallGguf uint32(String key, int value) {
        header.string(key).type(GgufType.UINT32).int32(value);
        return this;
    }

    SmallGguf float32(String key, float value) {
        header.string(key).type(GgufType.FLOAT32).int32(Float.floatToRawIntBits(value));
        return this;
    }

    SmallGguf bool(String key, boolean value) {
        header.string(key).type(GgufType.BOOL).int8(value ? 1 : 0);
        return this;
    }

    SmallGguf strings(String key, List<String> values) {
        arrayHeader(key, GgufType.STRING.ordinal(), values.size());
        values.forEach(header::string);
        return this;
    }

    SmallGguf int32s(String key, int... values) {
        arrayHeader(key, GgufType.INT32.ordinal(), values.length);
        for (int value : values) {
            header.int32(value);
        }
        return this;
    }

    /** An array of which only the header is there. */
    SmallGguf arrayHeader(String key, int elementType, long count) {
        header.string(key).type(GgufType.ARRAY).int32(elementType).int64(count);
        return this;
    }

    /** A key of any type number whose value is missing. */
    SmallGguf keyOnly(String key, int type) {
        header.string(key).int32(type);
        return this;
    }

    /** A string that claims another length than it has. */
    SmallGguf lyingString(long claimed, String text) {
        header.int64(claimed);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            header.int8(b);
        }
        return this;
    }

    SmallGguf int64(long value) {
        header.int64(value);
        return this;
    }

    SmallGguf tensor(String name, TensorFormat format, long offset, long... dimensions) {
        return tensor(name, format.ggmlType(), offset, dimensions);
    }

    SmallGguf tensor(String name, int type, long offset, long... dimensions) {
        header.string(name).int32(dimensions.length);
        for (long dimension : dimensions) {
            header.int64(dimension);
        }
        header.int32(type).int64(offset);
        return this;
    }

    /** The file, padded to the default alignment and followed by so many zero bytes of data. */
    byte[] bytes(int dataBytes) {
        byte[] head = header.toByteArray();
        int dataStart = Math.ceilDiv(head.length, 32) * 32;
        return Arrays.copyOf(head, dataStart + dataBytes);
    }

    static GgufContent parse(byte[] file) {
        return GgufContent.parse(MemorySegment.ofArray(file));
    }
}
