package io.tokenrouter.engine.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files of a small Hugging Face model, sound ones and ones that claim what they should not. */
final class SmallFolder {

    static final String CONFIG = """
            {"model_type": "llama", "vocab_size": 6, "hidden_size": 8, "intermediate_size": 4, "num_hidden_layers": 1,
             "num_attention_heads": 2, "num_key_value_heads": 1, "max_position_embeddings": 32, "rms_norm_eps": 1e-5,
             "rope_theta": 10000.0, "tie_word_embeddings": false}""";

    private SmallFolder() {}

    /** A Llama model of one layer in one file. */
    static Path sound(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("config.json"), CONFIG);
        Files.write(folder.resolve("model.safetensors"), safetensors(shapes()));
        return folder;
    }

    /** The same in two files with an index. */
    static Path sharded(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("config.json"), CONFIG);
        Map<String, int[]> first = shapes();
        Map<String, int[]> second = new LinkedHashMap<>();
        second.put("lm_head.weight", first.remove("lm_head.weight"));
        StringBuilder index = new StringBuilder("{\"metadata\": {\"total_size\": 1}, \"weight_map\": {");
        first.keySet().forEach(name -> index.append('"').append(name).append("\": \"a.safetensors\", "));
        index.append("\"lm_head.weight\": \"b.safetensors\"}}");
        Files.writeString(folder.resolve("model.safetensors.index.json"), index);
        Files.write(folder.resolve("a.safetensors"), safetensors(first));
        Files.write(folder.resolve("b.safetensors"), safetensors(second));
        return folder;
    }

    /** Of the model of {@link #CONFIG}, by name. */
    static Map<String, int[]> shapes() {
        Map<String, int[]> shapes = new LinkedHashMap<>();
        String layer = "model.layers.0.";
        shapes.put("model.embed_tokens.weight", new int[] {6, 8});
        shapes.put(layer + "input_layernorm.weight", new int[] {8});
        shapes.put(layer + "self_attn.q_proj.weight", new int[] {8, 8});
        shapes.put(layer + "self_attn.k_proj.weight", new int[] {4, 8});
        shapes.put(layer + "self_attn.v_proj.weight", new int[] {4, 8});
        shapes.put(layer + "self_attn.o_proj.weight", new int[] {8, 8});
        shapes.put(layer + "post_attention_layernorm.weight", new int[] {8});
        shapes.put(layer + "mlp.gate_proj.weight", new int[] {4, 8});
        shapes.put(layer + "mlp.up_proj.weight", new int[] {4, 8});
        shapes.put(layer + "mlp.down_proj.weight", new int[] {8, 4});
        shapes.put("model.norm.weight", new int[] {8});
        shapes.put("lm_head.weight", new int[] {6, 8});
        return shapes;
    }

    /** Matrices and vectors of zeros in BF16. */
    static byte[] safetensors(Map<String, int[]> shapes) {
        StringBuilder header = new StringBuilder("{\"__metadata__\":{\"format\":\"pt\"}");
        int at = 0;
        for (Map.Entry<String, int[]> each : shapes.entrySet()) {
            int[] shape = each.getValue();
            int bytes = 2 * shape[0] * (shape.length == 1 ? 1 : shape[1]);
            header.append(",\"%s\":%s".formatted(each.getKey(), entry("BF16", shape, at, at + bytes)));
            at += bytes;
        }
        return file(header.append('}').toString(), at);
    }

    private static String entry(String type, int[] shape, int from, int to) {
        String sizes = shape.length == 1 ? "[" + shape[0] + "]" : "[" + shape[0] + "," + shape[1] + "]";
        return "{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}".formatted(type, sizes, from, to);
    }

    /** Any header, and so many zeros behind it. */
    static byte[] file(String header, int data) {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + text.length + data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(text.length)
                .put(text)
                .array();
    }
}
