package io.tokenrouter.train.head;

import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.Kernels;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.train.labels.LabelledPrompt;
import io.tokenrouter.train.labels.Position;
import java.util.Arrays;
import java.util.List;

/**
 * Positions as a network reads them. Not to be changed.
 *
 * @param features numbers of an example
 * @param values example after example
 * @param needed whether the example needs the large model
 * @param entropies of the small model's rows, nats
 */
public record Examples(int features, float[] values, boolean[] needed, float[] entropies) {

    /**
     * All positions of some prompts.
     *
     * @param embeddings of the small model, a row a token id
     */
    public static Examples of(List<LabelledPrompt> prompts, Tensor embeddings, HeadShape shape) {
        List<Position> positions =
                prompts.stream().flatMap(prompt -> prompt.positions().stream()).toList();
        Kernels kernels = KernelChoice.fromSystemProperty().kernels();
        int features = shape.features();
        float[] values = new float[Math.multiplyExact(positions.size(), features)];
        boolean[] needed = new boolean[positions.size()];
        float[] entropies = new float[positions.size()];
        for (int i = 0; i < positions.size(); i++) {
            Position position = positions.get(i);
            int at = i * features;
            System.arraycopy(position.inputs(), 0, values, at, shape.hidden());
            kernels.decodeRow(embeddings, position.token(), values, at + shape.hidden());
            System.arraycopy(position.inputs(), shape.hidden(), values, at + 2 * shape.hidden(), shape.topLogits());
            needed[i] = position.needed();
            entropies[i] = position.entropy();
        }
        return new Examples(features, values, needed, entropies);
    }

    public int count() {
        return needed.length;
    }

    /** How many need the large model. */
    public int neededCount() {
        int count = 0;
        for (boolean each : needed) {
            count += each ? 1 : 0;
        }
        return count;
    }

    /** Those of some examples, scaled, one after the other. */
    float[] scaled(int[] examples, Scaling scaling) {
        float[] out = new float[examples.length * features];
        for (int i = 0; i < examples.length; i++) {
            scaling.apply(values, examples[i] * features, out, i * features);
        }
        return out;
    }

    /** 1 for those of some examples that need the large model, else 0. */
    float[] targets(int[] examples) {
        float[] out = new float[examples.length];
        for (int i = 0; i < examples.length; i++) {
            out[i] = needed[examples[i]] ? 1 : 0;
        }
        return out;
    }

    /** The numbers of all examples, in their order. */
    int[] all() {
        int[] order = new int[count()];
        Arrays.setAll(order, i -> i);
        return order;
    }
}
