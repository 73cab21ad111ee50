package io.tokenrouter.demo.training;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads the trainer's file: eight 32-bit sizes, then all weights in float32. The trainer stores matrices as inputs x outputs,
 * queries, keys and values in one, gate and up in one; a {@link Checkpoint} has them apart and turned round.
 */
final class TrainerOutput {

    private final ByteBuffer file;
    private final Checkpoint.Shape shape;
    private final Map<String, float[]> tensors = new LinkedHashMap<>();

    private TrainerOutput(ByteBuffer file) {
        this.file = file;
        int vocabulary = file.getInt();
        int hidden = file.getInt();
        int layers = file.getInt();
        int heads = file.getInt();
        int kvHeads = file.getInt();
        int feedForward = file.getInt();
        int headDim = file.getInt();
        shape = new Checkpoint.Shape(vocabulary, hidden, layers, heads, kvHeads, feedForward, headDim);
        file.getInt(); // length of the training rows
    }

    static Checkpoint read(Path path) throws IOException {
        TrainerOutput output =
                new TrainerOutput(ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN));
        output.readTensors();
        return new Checkpoint(output.shape, output.tensors);
    }

    private void readTensors() {
        int hidden = shape.hidden();
        tensors.put("model.embed_tokens.weight", floats(shape.vocabulary() * hidden));
        for (int layer = 0; layer < shape.layers(); layer++) {
            readLayer("model.layers." + layer + ".");
        }
        tensors.put("model.norm.weight", floats(hidden));
    }

    private void readLayer(String prefix) {
        int hidden = shape.hidden();
        int queries = shape.heads() * shape.headDim() * hidden;
        int keys = shape.kvHeads() * shape.headDim() * hidden;
        int inner = shape.feedForward() * hidden;
        tensors.put(prefix + "input_layernorm.weight", floats(hidden));
        float[] attention = transposed(hidden, (queries + 2 * keys) / hidden);
        tensors.put(prefix + "self_attn.q_proj.weight", Arrays.copyOfRange(attention, 0, queries));
        tensors.put(prefix + "self_attn.k_proj.weight", Arrays.copyOfRange(attention, queries, queries + keys));
        tensors.put(
                prefix + "self_attn.v_proj.weight", Arrays.copyOfRange(attention, queries + keys, attention.length));
        tensors.put(prefix + "self_attn.o_proj.weight", transposed(queries / hidden, hidden));
        tensors.put(prefix + "post_attention_layernorm.weight", floats(hidden));
        float[] gateAndUp = transposed(hidden, 2 * shape.feedForward());
        tensors.put(prefix + "mlp.gate_proj.weight", Arrays.copyOfRange(gateAndUp, 0, inner));
        tensors.put(prefix + "mlp.up_proj.weight", Arrays.copyOfRange(gateAndUp, inner, 2 * inner));
        tensors.put(prefix + "mlp.down_proj.weight", transposed(shape.feedForward(), hidden));
    }

    private float[] floats(int count) {
        float[] values = new float[count];
        file.asFloatBuffer().get(values);
        file.position(file.position() + count * Float.BYTES);
        return values;
    }

    private float[] transposed(int rows, int columns) {
        float[] stored = floats(rows * columns);
        float[] turned = new float[stored.length];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                turned[column * rows + row] = stored[row * columns + column];
            }
        }
        return turned;
    }
}
