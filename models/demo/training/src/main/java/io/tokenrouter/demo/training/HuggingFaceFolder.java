package io.tokenrouter.demo.training;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a small Llama folder: {@code config.json} and one {@code model.safetensors} of F32 or BF16 tensors. */
final class HuggingFaceFolder {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private HuggingFaceFolder() {}

    static Checkpoint read(Path folder) throws IOException {
        JsonNode config = JSON.readTree(Files.readAllBytes(folder.resolve("config.json")));
        Checkpoint.Shape shape = new Checkpoint.Shape(
                config.required("vocab_size").intValue(),
                config.required("hidden_size").intValue(),
                config.required("num_hidden_layers").intValue(),
                config.required("num_attention_heads").intValue(),
                config.required("num_key_value_heads").intValue(),
                config.required("intermediate_size").intValue(),
                config.required("head_dim").intValue());
        return new Checkpoint(shape, tensors(Files.readAllBytes(folder.resolve("model.safetensors"))));
    }

    /** Layout: length of a JSON header as 64 bits, the header, then the data it points into. */
    private static Map<String, float[]> tensors(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int headerBytes = Math.toIntExact(bytes.getLong());
        int dataStart = Long.BYTES + headerBytes;
        Map<String, float[]> tensors = new LinkedHashMap<>();
        JsonNode header = JSON.readTree(file, Long.BYTES, headerBytes);
        for (Map.Entry<String, JsonNode> entry : header.properties()) {
            if (!entry.getKey().equals("__metadata__")) {
                JsonNode offsets = entry.getValue().required("data_offsets");
                int from = dataStart + offsets.get(0).intValue();
                int to = dataStart + offsets.get(1).intValue();
                String type = entry.getValue().required("dtype").stringValue();
                tensors.put(entry.getKey(), values(bytes.slice(from, to - from).order(bytes.order()), type));
            }
        }
        return tensors;
    }

    private static float[] values(ByteBuffer data, String type) {
        int width = switch (type) {
            case "BF16" -> Short.BYTES;
            case "F32" -> Float.BYTES;
            default -> throw new IllegalArgumentException("tensors of type " + type + " are not supported");
        };
        float[] values = new float[data.remaining() / width];
        for (int i = 0; i < values.length; i++) {
            values[i] = width == Float.BYTES ? data.getFloat() : Float.intBitsToFloat(data.getShort() << 16);
        }
        return values;
    }
}
