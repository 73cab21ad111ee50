package io.tokenrouter.engine.heads;

import io.tokenrouter.engine.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A network that gives one number for a row: the logistic function of its output, 0 to 1. */
public sealed interface RouterNet extends Head {

    /**
     * A linear layer, {@code weight * x + bias}.
     *
     * @param weight outputs x inputs
     * @param bias one number an output, or none
     */
    record Layer(Tensor weight, @Nullable Tensor bias) {

        public int outputs() {
            return weight.rows();
        }

        public int inputs() {
            return weight.columns();
        }
    }

    /**
     * Normalisation to mean 0 and variance 1, times weight, plus bias (Ba et al., arXiv 1607.06450), with epsilon 1e-5.
     *
     * @param weight one number an input
     * @param bias likewise
     */
    record LayerNorm(Tensor weight, Tensor bias) {}

    /**
     * One block: {@code skip(x) + down(gelu(up(norm(x))))}.
     *
     * @param skip null for the input itself
     */
    record Block(
            LayerNorm norm, Layer up, Layer down, @Nullable Layer skip) {}

    /**
     * The router of R2R (Fu et al., arXiv 2505.21600): the hidden state, the embedding of the chosen token and a projection of the
     * largest logits side by side, a linear layer, the backbone's first layer, residual blocks, LayerNorm, a linear layer to one number.
     *
     * @param logits of the largest logits to the width of a hidden state
     * @param combined of hidden state, embedding and projected logits, in this order
     * @param entry the backbone's own first layer
     * @param output to one number
     */
    record Residual(Layer logits, Layer combined, Layer entry, List<Block> blocks, LayerNorm norm, Layer output)
            implements RouterNet {

        public Residual {
            blocks = List.copyOf(blocks);
        }

        @Override
        public int hiddenSize() {
            return logits.outputs();
        }

        @Override
        public int topLogits() {
            return logits.inputs();
        }
    }

    /**
     * Linear layers on the hidden state with {@code max(0, x)} between them, as CITER (arXiv 2502.01976) and, with a single layer,
     * Co-LLM (arXiv 2403.03870) use them.
     */
    record Perceptron(List<Layer> layers) implements RouterNet {

        public Perceptron {
            layers = List.copyOf(layers);
        }

        @Override
        public int hiddenSize() {
            return layers.getFirst().inputs();
        }

        @Override
        public int topLogits() {
            return 0;
        }
    }
}
