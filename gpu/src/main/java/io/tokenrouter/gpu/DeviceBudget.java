package io.tokenrouter.gpu;

import io.tokenrouter.engine.executor.DeviceBytes;
import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.ModelShapes;
import io.tokenrouter.engine.tensor.TensorShape;
import io.tokenrouter.gpu.candidate.CandidateStage;
import io.tokenrouter.gpu.driver.CudaDriver.DeviceInfo;
import io.tokenrouter.gpu.layers.Rotary;
import io.tokenrouter.gpu.weights.Matmul;
import io.tokenrouter.gpu.weights.WeightUploader;
import java.util.ArrayList;
import java.util.List;

/** What an executor will take of a device, known before anything is allocated. */
final class DeviceBudget {

    private static final List<String> MATRICES =
            List.of("attn_qkv", "attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down");

    private static final List<String> NORMS =
            List.of("attn_norm", "attn_q_norm", "attn_k_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm");

    /** Graphs, the driver's rounding of allocations, and what kernels need of their own. */
    static final long REST = 64L << 20;

    private DeviceBudget() {}

    /**
     * @throws ModelFormatException if the model has widths that no kernel is for
     * @throws IllegalArgumentException if the options leave no room for a KV block
     */
    static DeviceBytes of(ModelConfig config, ModelShapes shapes, ExecutorOptions options, DeviceInfo device) {
        KernelLimits.require(config, device);
        ModelShape shape = new ModelShape(config);
        ExecutorSpec spec = shape.spec(options, config.vocabularySize(), List.of());
        int tokens = Math.max(spec.maxStepTokens(), Buckets.LARGEST);
        long rotations = config.attention().ropes().stream()
                .mapToLong(rope -> Rotary.bytes(rope, tokens))
                .sum();
        long workspace = Activations.bytes(shape, spec)
                + StepBuffers.bytes(spec)
                + Matmul.workspaceBytes(device)
                + rotations
                + CandidateStage.bytes(
                        Buckets.LARGEST, config.vocabularySize(), Activations.logitStride(config.vocabularySize()))
                + REST;
        return new DeviceBytes(
                weights(config, shapes), shape.blockBytes(spec.blockSize()) * spec.blockCount(), workspace);
    }

    private static long weights(ModelConfig config, ModelShapes shapes) {
        List<String> matrices = new ArrayList<>(List.of("token_embd"));
        List<String> vectors = new ArrayList<>(List.of("output_norm.weight"));
        if (!config.tiedEmbeddings()) {
            matrices.add("output");
        }
        for (int layer = 0; layer < config.layers(); layer++) {
            String block = "blk." + layer + ".";
            MATRICES.forEach(name -> matrices.add(block + name));
            NORMS.forEach(name -> vectors.add(block + name + ".weight"));
        }
        matrices.forEach(name -> vectors.add(name + ".bias"));
        long bytes = 0;
        for (String name : matrices) {
            TensorShape shape = shapes.shapeOf(name + ".weight");
            bytes += shape == null ? 0 : WeightUploader.bytesFor(shape);
        }
        for (String name : vectors) {
            TensorShape shape = shapes.shapeOf(name);
            bytes += shape == null ? 0 : (long) Float.BYTES * shape.columns();
        }
        return bytes;
    }
}
