package io.tokenrouter.gpu;

import io.tokenrouter.engine.model.DecoderWeights;
import io.tokenrouter.engine.model.Linear;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.weights.DeviceMatrix;
import io.tokenrouter.gpu.weights.WeightUploader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The weights of a decoder on a device, in the order of their use. Vectors are of float32. A norm that the model does not have is null.
 *
 * @param embedding one row a token id
 * @param output one row for each id of the vocabulary
 */
record DecoderMatrices(DeviceMatrix embedding, List<Layer> layers, DeviceMemory outputNorm, Product output) {

    /** A linear layer; without a bias null. */
    record Product(DeviceMatrix matrix, @Nullable DeviceMemory bias) {}

    /**
     * One block of the decoder.
     *
     * @param queryKeyValue products whose outputs lie side by side: one where their formats allow
     * @param gateUp likewise
     */
    record Layer(
            @Nullable DeviceMemory attentionNorm,
            List<Product> queryKeyValue,
            @Nullable DeviceMemory queryNorm,
            @Nullable DeviceMemory keyNorm,
            Product output,
            @Nullable DeviceMemory attentionNormAfter,
            @Nullable DeviceMemory feedForwardNorm,
            List<Product> gateUp,
            Product down,
            @Nullable DeviceMemory feedForwardNormAfter) {}

    /**
     * Copies all weights to the device, and waits until they are there.
     *
     * @param memory takes what was copied, also where it fails halfway
     * @param vocabularySize rows of embedding and output that are of use; what is behind them stays where it is
     */
    static DecoderMatrices upload(
            DecoderWeights weights, int vocabularySize, WeightUploader uploader, DeviceArena memory) {
        return new Upload(uploader, memory).decoder(weights, vocabularySize);
    }

    private record Upload(WeightUploader uploader, DeviceArena memory) {

        DecoderMatrices decoder(DecoderWeights weights, int vocabularySize) {
            List<Layer> layers = new ArrayList<>();
            for (DecoderWeights.Layer layer : weights.layers()) {
                layers.add(layer(layer.attention(), layer.feedForward()));
            }
            Tensor stored = weights.embedding();
            DeviceMatrix embedding = matrix(List.of(stored.slice(0, vocabularySize)));
            Linear output = weights.output();
            return new DecoderMatrices(
                    embedding,
                    List.copyOf(layers),
                    memory.take(uploader.upload("the last norm", weights.outputNorm())),
                    output.weight() == stored
                            ? new Product(embedding, bias(List.of(output.rows(0, vocabularySize))))
                            : product(List.of(output.rows(0, vocabularySize))));
        }

        private Layer layer(DecoderWeights.Attention attention, DecoderWeights.FeedForward feedForward) {
            return new Layer(
                    norm(attention.normBefore()),
                    together(List.of(attention.queryKeyValue())),
                    norm(attention.queryNorm()),
                    norm(attention.keyNorm()),
                    product(List.of(attention.output())),
                    norm(attention.normAfter()),
                    norm(feedForward.normBefore()),
                    together(List.of(feedForward.gate(), feedForward.up())),
                    product(List.of(feedForward.down())),
                    norm(feedForward.normAfter()));
        }

        private @Nullable DeviceMemory norm(float[] values) {
            return values.length == 0 ? null : memory.take(uploader.upload("a norm", values));
        }

        /** One product where the formats allow, else one each. */
        private List<Product> together(List<Linear> layers) {
            if (WeightUploader.stackable(layers.stream().map(Linear::weight).toList())) {
                return List.of(product(layers));
            }
            return layers.stream().map(layer -> product(List.of(layer))).toList();
        }

        private Product product(List<Linear> layers) {
            return new Product(matrix(layers.stream().map(Linear::weight).toList()), bias(layers));
        }

        private DeviceMatrix matrix(List<Tensor> tensors) {
            return memory.take(uploader.upload(tensors));
        }

        /** Zeros for a layer without one, where another has one. */
        private @Nullable DeviceMemory bias(List<Linear> layers) {
            if (layers.stream().allMatch(layer -> layer.bias() == null)) {
                return null;
            }
            float[] all = new float[layers.stream().mapToInt(Linear::outputs).sum()];
            int from = 0;
            for (Linear layer : layers) {
                if (layer.bias() != null) {
                    System.arraycopy(layer.bias(), 0, all, from, layer.outputs());
                }
                from += layer.outputs();
            }
            return memory.take(uploader.upload("a bias", all));
        }
    }
}
