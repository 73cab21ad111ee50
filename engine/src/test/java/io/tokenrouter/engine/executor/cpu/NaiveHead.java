package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.engine.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Router heads written down as their formulas, in double precision; F32 weights. */
public final class NaiveHead {

    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private NaiveHead() {}

    public static double perceptron(RouterNet.Perceptron net, double[] hidden) {
        double[] x = hidden;
        for (RouterNet.Layer layer : net.layers()) {
            x = linear(layer, x);
            if (layer != net.layers().getLast()) {
                for (int i = 0; i < x.length; i++) {
                    x[i] = Math.max(0, x[i]);
                }
            }
        }
        return logistic(x[0]);
    }

    public static double residual(RouterNet.Residual net, double[] hidden, double[] embedding, double[] logits) {
        double[] x = linear(
                net.entry(), linear(net.combined(), joined(joined(hidden, embedding), linear(net.logits(), logits))));
        for (RouterNet.Block block : net.blocks()) {
            double[] inner = linear(block.up(), norm(block.norm(), x));
            for (int i = 0; i < inner.length; i++) {
                inner[i] = inner[i] * normalDistribution(inner[i]);
            }
            double[] down = linear(block.down(), inner);
            double[] kept = block.skip() == null ? x : linear(block.skip(), x);
            for (int i = 0; i < down.length; i++) {
                down[i] += kept[i];
            }
            x = down;
        }
        return logistic(linear(net.output(), norm(net.norm(), x))[0]);
    }

    private static double[] linear(RouterNet.Layer layer, double[] x) {
        double[] y = new double[layer.outputs()];
        for (int row = 0; row < y.length; row++) {
            y[row] = value(layer.bias(), 0, row);
            for (int column = 0; column < x.length; column++) {
                y[row] += value(layer.weight(), row, column) * x[column];
            }
        }
        return y;
    }

    private static double[] norm(RouterNet.LayerNorm norm, double[] x) {
        double mean = 0;
        for (double each : x) {
            mean += each / x.length;
        }
        double variance = 0;
        for (double each : x) {
            variance += (each - mean) * (each - mean) / x.length;
        }
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = (x[i] - mean) / Math.sqrt(variance + 1e-5) * value(norm.weight(), 0, i) + value(norm.bias(), 0, i);
        }
        return y;
    }

    /** The integral of the density by Simpson's rule. */
    private static double normalDistribution(double x) {
        int steps = 2_000;
        double width = x / steps;
        double sum = 0;
        for (int i = 0; i <= steps; i++) {
            double at = i * width;
            int weight = i == 0 || i == steps ? 1 : i % 2 == 0 ? 2 : 4;
            sum += weight * Math.exp(-at * at / 2);
        }
        return 0.5 + sum * width / 3 / Math.sqrt(2 * Math.PI);
    }

    private static double logistic(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    private static double value(@Nullable Tensor tensor, int row, int column) {
        return tensor == null ? 0 : tensor.data().getAtIndex(FLOAT, (long) row * tensor.columns() + column);
    }

    private static double[] joined(double[] a, double[] b) {
        double[] all = java.util.Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return all;
    }
}
