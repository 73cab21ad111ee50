package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.engine.model.RopeScaling;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.Tensor;
import java.util.Arrays;

/**
 * The forward pass of all families written down once more in double precision, as their papers have it: no cache, no batch, no
 * threads.
 */
final class NaiveDecoder {

    private final RandomModel model;
    private final ModelConfig config;

    NaiveDecoder(RandomModel model) {
        this.model = model;
        this.config = model.config();
    }

    /** Logits after the last of the ids. */
    double[] logits(int[] ids) {
        double[][] x = new double[ids.length][];
        for (int t = 0; t < ids.length; t++) {
            x[t] = rows(model.get("token_embd.weight"))[ids[t]];
            for (int i = 0; i < x[t].length; i++) {
                x[t][i] *= config.embeddingScale();
            }
        }
        for (int layer = 0; layer < config.layers(); layer++) {
            String block = "blk." + layer + ".";
            double[][] attended = attend(before(x, block + "attn_norm.weight"), layer, block);
            add(x, after(linear(attended, block + "attn_output"), block + "post_attention_norm.weight"));
            double[][] inner = feedForward(before(x, block + "ffn_norm.weight"), block);
            add(x, after(linear(inner, block + "ffn_down"), block + "post_ffw_norm.weight"));
        }
        double[][] last = norm(new double[][] {x[ids.length - 1]}, "output_norm.weight");
        double[] logits = linear(last, config.tiedEmbeddings() ? "token_embd" : "output")[0];
        return Arrays.stream(logits)
                .map(logit -> capped(logit, config.logitCap()))
                .toArray();
    }

    private double[][] feedForward(double[][] x, String block) {
        int inner = config.feedForwardSize();
        boolean fused = model.find(block + "ffn_gate.weight") == null;
        double[][] up = linear(x, block + "ffn_up");
        double[][] gate = fused ? columns(up, 0, inner) : linear(x, block + "ffn_gate");
        up = fused ? columns(up, inner, 2 * inner) : up;
        for (int t = 0; t < x.length; t++) {
            for (int i = 0; i < inner; i++) {
                gate[t][i] = activation(gate[t][i]) * up[t][i];
            }
        }
        return gate;
    }

    private double activation(double x) {
        return switch (config.activation()) {
            case SILU -> x / (1 + Math.exp(-x));
            case GELU_TANH -> x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * Math.pow(x, 3))));
        };
    }

    private static double capped(double x, double cap) {
        return cap == 0 ? x : cap * Math.tanh(x / cap);
    }

    private double[][] attend(double[][] x, int layer, String block) {
        AttentionConfig attention = config.attention();
        int dim = config.headDim();
        int queries = config.heads() * dim;
        int keys = config.kvHeads() * dim;
        boolean fused = model.find(block + "attn_qkv.weight") != null;
        double[][] qkv = fused ? linear(x, block + "attn_qkv") : new double[0][];
        double[][] q = fused ? columns(qkv, 0, queries) : linear(x, block + "attn_q");
        double[][] k = fused ? columns(qkv, queries, queries + keys) : linear(x, block + "attn_k");
        double[][] v = fused ? columns(qkv, queries + keys, queries + 2 * keys) : linear(x, block + "attn_v");
        RopeConfig rope = attention.layers().get(layer).rope();
        double[][] out = new double[x.length][queries];
        for (int t = 0; t < x.length; t++) {
            normalizeHeads(q[t], block + "attn_q_norm.weight");
            normalizeHeads(k[t], block + "attn_k_norm.weight");
            if (rope != null) {
                rotate(q[t], rope, config.heads(), t);
                rotate(k[t], rope, config.kvHeads(), t);
            }
            for (int head = 0; head < config.heads(); head++) {
                int kvHead = head * config.kvHeads() / config.heads();
                double[] weights = new double[t + 1];
                double sum = 0;
                for (int s = 0; s <= t; s++) {
                    double score = 0;
                    for (int d = 0; d < dim; d++) {
                        score += q[t][head * dim + d] * k[s][kvHead * dim + d];
                    }
                    boolean seen = t - s < attention.layers().get(layer).window();
                    weights[s] = seen ? Math.exp(capped(score * attention.scale(), attention.scoreCap())) : 0;
                    sum += weights[s];
                }
                for (int s = 0; s <= t; s++) {
                    for (int d = 0; d < dim; d++) {
                        out[t][head * dim + d] += weights[s] / sum * v[s][kvHead * dim + d];
                    }
                }
            }
        }
        return out;
    }

    private void normalizeHeads(double[] heads, String name) {
        if (config.attention().headNorm() == AttentionConfig.HeadNorm.NONE) {
            return;
        }
        int width = model.get(name).columns();
        for (int at = 0; at < heads.length; at += width) {
            double[] normed = norm(new double[][] {Arrays.copyOfRange(heads, at, at + width)}, name)[0];
            System.arraycopy(normed, 0, heads, at, width);
        }
    }

    private void rotate(double[] heads, RopeConfig rope, int count, int position) {
        int pairs = rope.dimensions() / 2;
        for (int head = 0; head < count; head++) {
            for (int i = 0; i < pairs; i++) {
                double angle = position * frequency(rope, i);
                double amplitude = rope.scaling().amplitude();
                boolean halves = rope.layout() == RopeConfig.Layout.HALVES;
                int a = head * config.headDim() + (halves ? i : 2 * i);
                int b = halves ? a + pairs : a + 1;
                double first = heads[a];
                heads[a] = (first * Math.cos(angle) - heads[b] * Math.sin(angle)) * amplitude;
                heads[b] = (first * Math.sin(angle) + heads[b] * Math.cos(angle)) * amplitude;
            }
        }
    }

    private double frequency(RopeConfig rope, int pair) {
        double unscaled = Math.pow(rope.theta(), -2.0 * pair / rope.dimensions());
        return switch (rope.scaling()) {
            case RopeScaling.None none -> unscaled;
            case RopeScaling.Linear linear -> unscaled / linear.factor();
            case RopeScaling.Divided divided -> unscaled / divided.divisors()[pair];
            case RopeScaling.Llama3 llama -> {
                double turns = llama.originalContext() / (2 * Math.PI / unscaled);
                if (turns < llama.lowFrequencyFactor()) {
                    yield unscaled / llama.factor();
                }
                if (turns > llama.highFrequencyFactor()) {
                    yield unscaled;
                }
                double smooth = (turns - llama.lowFrequencyFactor())
                        / (llama.highFrequencyFactor() - llama.lowFrequencyFactor());
                yield (1 - smooth) * unscaled / llama.factor() + smooth * unscaled;
            }
            case RopeScaling.Yarn yarn -> {
                double low = Math.max(0, Math.floor(pairThatTurns(yarn.betaFast(), yarn, rope)));
                double high = Math.ceil(pairThatTurns(yarn.betaSlow(), yarn, rope));
                double ramp = Math.clamp((pair - low) / (high - low), 0.0, 1.0);
                yield unscaled / yarn.factor() * ramp + unscaled * (1 - ramp);
            }
            case RopeScaling.LongRope longRope ->
                unscaled
                        / (config.contextLength() > longRope.originalContext()
                                ? longRope.longDivisors()[pair]
                                : longRope.shortDivisors()[pair]);
        };
    }

    /** Which pair turns so often within the original context; equation (17) of the paper, solved for it. */
    private static double pairThatTurns(double turns, RopeScaling.Yarn yarn, RopeConfig rope) {
        double wavelength = yarn.originalContext() / turns;
        return rope.dimensions() / 2.0 * Math.log(wavelength / (2 * Math.PI)) / Math.log(rope.theta());
    }

    private double[][] before(double[][] x, String name) {
        return config.norms().placement().before() ? norm(x, name) : x;
    }

    private double[][] after(double[][] x, String name) {
        return config.norms().placement().after() ? norm(x, name) : x;
    }

    private static double[][] columns(double[][] x, int from, int to) {
        return Arrays.stream(x).map(row -> Arrays.copyOfRange(row, from, to)).toArray(double[][]::new);
    }

    private double[][] linear(double[][] x, String name) {
        double[][] weight = rows(model.get(name + ".weight"));
        Tensor bias = model.find(name + ".bias");
        double[][] out = new double[x.length][weight.length];
        for (int t = 0; t < x.length; t++) {
            for (int r = 0; r < weight.length; r++) {
                double sum = bias == null ? 0 : rows(bias)[0][r];
                for (int c = 0; c < x[t].length; c++) {
                    sum += weight[r][c] * x[t][c];
                }
                out[t][r] = sum;
            }
        }
        return out;
    }

    private double[][] norm(double[][] x, String name) {
        double[] weight = rows(model.get(name))[0];
        double[][] out = new double[x.length][weight.length];
        for (int t = 0; t < x.length; t++) {
            double squares = 0;
            for (double value : x[t]) {
                squares += value * value;
            }
            double scale =
                    1 / Math.sqrt(squares / weight.length + config.norms().epsilon());
            for (int i = 0; i < weight.length; i++) {
                out[t][i] = x[t][i] * scale * (weight[i] + config.norms().weightOffset());
            }
        }
        return out;
    }

    private static void add(double[][] x, double[][] y) {
        for (int t = 0; t < x.length; t++) {
            for (int i = 0; i < x[t].length; i++) {
                x[t][i] += y[t][i];
            }
        }
    }

    private static double[][] rows(Tensor tensor) {
        double[][] rows = new double[tensor.rows()][tensor.columns()];
        float[] row = new float[tensor.columns()];
        for (int r = 0; r < rows.length; r++) {
            KernelChoice.SCALAR.kernels().decodeRow(tensor, r, row, 0);
            for (int c = 0; c < row.length; c++) {
                rows[r][c] = row[c];
            }
        }
        return rows;
    }
}
