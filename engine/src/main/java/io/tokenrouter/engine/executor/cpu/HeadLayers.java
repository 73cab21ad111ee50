package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.engine.model.Linear;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import io.tokenrouter.engine.tensor.Tensor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes the stages of a head, with scratch memory for its widest layer. */
final class HeadLayers {

    private final CpuDevice device;
    private final Kernels kernels;
    private final Scratch[] scratch;

    /** @param widest most inputs of a layer */
    HeadLayers(CpuDevice device, Kernels kernels, int widest) {
        this.device = device;
        this.kernels = kernels;
        scratch = new Scratch[device.threads()];
        Arrays.setAll(scratch, i -> Scratch.forProducts(kernels.scratchFloats(widest)));
    }

    static FloatRows rows(int width) {
        return FloatRows.allocate("a router head", Decoder.LOGIT_ROWS, width);
    }

    /** A linear layer from the first numbers of each row to the first ones of another. */
    Stage linear(RouterNet.Layer layer, FloatRows in, FloatRows out) {
        Projection projection = new Projection(device, kernels, scratch, in, out);
        Linear[] linear = {new Linear(layer.weight(), vector(layer.bias()))};
        return count -> projection.apply(count, layer.outputs(), linear);
    }

    Stage norm(RouterNet.LayerNorm norm, FloatRows in, FloatRows out) {
        LayerNormStage stage = new LayerNormStage(device, decoded(norm.weight()), decoded(norm.bias()), in, out);
        return stage::runTokens;
    }

    Stage activation(FloatRows rows, int width, Activation.Function function) {
        return new Activation(device, rows, width, function)::runTokens;
    }

    private float @Nullable [] vector(@Nullable Tensor stored) {
        return stored == null ? null : decoded(stored);
    }

    private float[] decoded(Tensor stored) {
        float[] values = new float[stored.columns()];
        kernels.decodeRow(stored, 0, values, 0);
        return values;
    }

    /** A part of a pass. */
    @FunctionalInterface
    interface Stage {
        /** Does rows {@code 0 .. count - 1}. */
        void run(int count);
    }
}
