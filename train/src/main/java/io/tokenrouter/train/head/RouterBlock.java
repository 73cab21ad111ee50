package io.tokenrouter.train.head;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.AbstractBlock;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.Dropout;
import ai.djl.nn.norm.LayerNorm;
import ai.djl.training.ParameterStore;
import ai.djl.util.PairList;
import java.util.ArrayList;
import java.util.List;

/**
 * R2R's router (Fu et al., arXiv 2505.21600) as DJL trains it; {@link io.tokenrouter.engine.heads.RouterNet.Residual} is the same as the
 * engine serves it. Reads examples x features, gives one number an example, of which the logistic function is the score.
 */
final class RouterBlock extends AbstractBlock {

    private static final float EPSILON = 1e-5f;

    private final HeadShape shape;
    private final Block dropout;
    private final Block logits;
    private final Block combined;
    private final Block entry;
    private final List<Residual> residuals = new ArrayList<>();
    private final Block norm;
    private final Block output;

    /** The layers of one residual block. */
    record Residual(Block norm, Block up, Block down) {}

    /** @param dropout share of a block's inner numbers that is left out in training, 0 to below 1 */
    RouterBlock(HeadShape shape, float dropout) {
        this.shape = shape;
        this.dropout =
                addChildBlock("dropout", Dropout.builder().optRate(dropout).build());
        logits = linear("logits", shape.hidden());
        combined = linear("combined", shape.width());
        entry = linear("entry", shape.width());
        for (int i = 0; i < shape.blocks(); i++) {
            residuals.add(new Residual(
                    norm("norm-" + i),
                    linear("up-" + i, HeadShape.INNER * shape.width()),
                    linear("down-" + i, shape.width())));
        }
        norm = norm("norm");
        output = linear("output", 1);
    }

    private Block linear(String name, int outputs) {
        return addChildBlock(name, Linear.builder().setUnits(outputs).build());
    }

    private Block norm(String name) {
        return addChildBlock(name, LayerNorm.builder().optEpsilon(EPSILON).build());
    }

    Block logits() {
        return logits;
    }

    Block combined() {
        return combined;
    }

    Block entry() {
        return entry;
    }

    List<Residual> residuals() {
        return residuals;
    }

    Block norm() {
        return norm;
    }

    Block output() {
        return output;
    }

    @Override
    protected NDList forwardInternal(
            ParameterStore store, NDList inputs, boolean training, PairList<String, Object> parameters) {
        NDArray features = inputs.singletonOrThrow();
        NDArray states = features.get(new NDIndex(":, :" + 2 * shape.hidden()));
        NDArray top = features.get(new NDIndex(":, " + 2 * shape.hidden() + ":"));
        Layers layers = new Layers(store, training);
        NDArray x = layers.apply(combined, states.concat(layers.apply(logits, top), 1));
        x = layers.apply(entry, x);
        for (Residual block : residuals) {
            NDArray inner = Activation.gelu(layers.apply(block.up(), layers.apply(block.norm(), x)));
            x = x.add(layers.apply(block.down(), layers.apply(dropout, inner)));
        }
        return new NDList(layers.apply(output, layers.apply(norm, x)).squeeze(1));
    }

    private record Layers(ParameterStore store, boolean training) {

        NDArray apply(Block layer, NDArray x) {
            return layer.forward(store, new NDList(x), training).singletonOrThrow();
        }
    }

    @Override
    public Shape[] getOutputShapes(Shape[] inputs) {
        return new Shape[] {new Shape(inputs[0].get(0))};
    }

    @Override
    protected void initializeChildBlocks(NDManager manager, DataType type, Shape... inputs) {
        long count = inputs[0].get(0);
        Shape wide = new Shape(count, shape.width());
        Shape inner = new Shape(count, (long) HeadShape.INNER * shape.width());
        logits.initialize(manager, type, new Shape(count, shape.topLogits()));
        combined.initialize(manager, type, new Shape(count, 3L * shape.hidden()));
        entry.initialize(manager, type, wide);
        dropout.initialize(manager, type, inner);
        for (Residual block : residuals) {
            block.norm().initialize(manager, type, wide);
            block.up().initialize(manager, type, wide);
            block.down().initialize(manager, type, inner);
        }
        norm.initialize(manager, type, wide);
        output.initialize(manager, type, wide);
    }
}
