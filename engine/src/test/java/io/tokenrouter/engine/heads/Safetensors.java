package io.tokenrouter.engine.heads;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts a safetensors file together; all numbers are 0.5 in F32 unless {@link #lastOf} says otherwise. */
final class Safetensors {

    final Map<String, int[]> shapes = new LinkedHashMap<>();
    final Map<String, String> metadata = new LinkedHashMap<>();
    private final Map<String, Stored> others = new LinkedHashMap<>();

    private record Stored(String format, int bits) {

        int bytes() {
            return format.equals("F32") ? 4 : 2;
        }
    }

    /** R2R's router: hidden states of 4, 6 logits, width 5, blocks of 5 to 5. */
    static Safetensors residual(int blocks) {
        return new Safetensors()
                .layer("logits_projection", 4, 6)
                .layer("combined_projection", 5, 12)
                .layer("backbone.input_projection", 5, 5)
                .blocks(blocks)
                .norm("backbone.output_layer.0", 5)
                .layer("backbone.output_layer.1", 1, 5);
    }

    /** CITER's: a hidden layer. */
    static Safetensors perceptron() {
        return new Safetensors().layer("layers.0", 8, 4).layer("layers.1", 1, 8);
    }

    private Safetensors blocks(int count) {
        for (int i = 0; i < count; i++) {
            String prefix = "backbone.blocks." + i + ".";
            norm(prefix + "layer_norm", 5).layer(prefix + "mlp.0", 20, 5).layer(prefix + "mlp.3", 5, 20);
        }
        return this;
    }

    Safetensors layer(String name, int outputs, int inputs) {
        shapes.put(name + ".weight", new int[] {outputs, inputs});
        shapes.put(name + ".bias", new int[] {outputs});
        return this;
    }

    Safetensors norm(String name, int width) {
        shapes.put(name + ".weight", new int[] {width});
        shapes.put(name + ".bias", new int[] {width});
        return this;
    }

    Safetensors with(String key, String value) {
        metadata.put(key, value);
        return this;
    }

    /** The last number of a tensor has these bits of its format: F32, F16 or BF16. */
    Safetensors lastOf(String tensor, String format, int bits) {
        others.put(tensor, new Stored(format, bits));
        return this;
    }

    byte[] bytes() {
        StringBuilder header = new StringBuilder("{\"__metadata__\":{")
                .append(metadata.entrySet().stream()
                        .map(entry -> "\"" + entry.getKey() + "\":\"" + entry.getValue() + "\"")
                        .collect(Collectors.joining(",")))
                .append('}');
        Map<Integer, Stored> ends = new LinkedHashMap<>();
        int at = 0;
        for (Map.Entry<String, int[]> each : shapes.entrySet()) {
            Stored stored = others.get(each.getKey());
            String format = stored == null ? "F32" : stored.format();
            int size = (stored == null ? 4 : stored.bytes())
                    * Arrays.stream(each.getValue()).reduce(1, (a, b) -> a * b);
            header.append(",\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
                    .formatted(each.getKey(), format, Arrays.toString(each.getValue()), at, at + size));
            at += size;
            if (stored != null) {
                ends.put(at, stored);
            }
        }
        ByteBuffer file =
                ByteBuffer.wrap(file(header.append('}').toString(), at)).order(ByteOrder.LITTLE_ENDIAN);
        int data = file.capacity() - at;
        ends.forEach((end, stored) -> put(stored, file, data + end));
        return file.array();
    }

    private static void put(Stored stored, ByteBuffer file, int end) {
        if (stored.bytes() == 4) {
            file.putInt(end - 4, stored.bits());
        } else {
            file.putShort(end - 2, (short) stored.bits());
        }
    }

    /** Any header, and so many bytes of 0.5 behind it. */
    static byte[] file(String header, int data) {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        ByteBuffer file = ByteBuffer.allocate(8 + text.length + data).order(ByteOrder.LITTLE_ENDIAN);
        file.putLong(text.length).put(text);
        while (file.remaining() >= 4) {
            file.putFloat(0.5f);
        }
        return file.array();
    }
}
