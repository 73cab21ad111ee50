package io.tokenrouter.engine.heads;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts a safetensors file of F32 tensors together; all numbers are 0.5. */
final class Safetensors {

    final Map<String, int[]> shapes = new LinkedHashMap<>();
    final Map<String, String> metadata = new LinkedHashMap<>();

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

    byte[] bytes() {
        StringBuilder header = new StringBuilder("{\"__metadata__\":{")
                .append(metadata.entrySet().stream()
                        .map(entry -> "\"" + entry.getKey() + "\":\"" + entry.getValue() + "\"")
                        .collect(Collectors.joining(",")))
                .append('}');
        int at = 0;
        for (Map.Entry<String, int[]> each : shapes.entrySet()) {
            int size = 4 * Arrays.stream(each.getValue()).reduce(1, (a, b) -> a * b);
            header.append(",\"%s\":{\"dtype\":\"F32\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
                    .formatted(each.getKey(), Arrays.toString(each.getValue()), at, at + size));
            at += size;
        }
        return file(header.append('}').toString(), at);
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
