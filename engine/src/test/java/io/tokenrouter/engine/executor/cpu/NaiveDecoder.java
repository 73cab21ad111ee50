package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.engine.model.RopeScaling;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.Tensor;

/** The Llama forward pass written down once more in double precision: no cache, no batch, no threads. */
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
        }
        for (int layer = 0; layer < config.layers(); layer++) {
            String block = "blk." + layer + ".";
            double[][] normed = norm(x, block + "attn_norm.weight");
            add(x, linear(attend(normed, block), block + "attn_output"));
            double[][] inner = norm(x, block + "ffn_norm.weight");
            double[][] gate = linear(inner, block + "ffn_gate");
            double[][] up = linear(inner, block + "ffn_up");
            for (int t = 0; t < x.length; t++) {
                for (int i = 0; i < gate[t].length; i++) {
                    gate[t][i] = gate[t][i] / (1 + Math.exp(-gate[t][i])) * up[t][i];
                }
            }
            add(x, linear(gate, block + "ffn_down"));
        }
        double[][] last = norm(new double[][] {x[ids.length - 1]}, "output_norm.weight");
        return linear(last, config.tiedEmbeddings() ? "token_embd" : "output")[0];
    }

    private double[][] attend(double[][] x, String block) {
        double[][] q = linear(x, block + "attn_q");
        double[][] k = linear(x, block + "attn_k");
        double[][] v = linear(x, block + "attn_v");
        int dim = config.headDim();
        double[][] out = new double[x.length][config.heads() * dim];
        for (int t = 0; t < x.length; t++) {
            rotate(q[t], config.heads(), t);
            rotate(k[t], config.kvHeads(), t);
            for (int head = 0; head < config.heads(); head++) {
                int kvHead = head * config.kvHeads() / config.heads();
                double[] weights = new double[t + 1];
                double sum = 0;
                for (int s = 0; s <= t; s++) {
                    double score = 0;
                    for (int d = 0; d < dim; d++) {
                        score += q[t][head * dim + d] * k[s][kvHead * dim + d];
                    }
                    weights[s] = Math.exp(score / Math.sqrt(dim));
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

    private void rotate(double[] heads, int count, int position) {
        RopeConfig rope = config.attention().ropes().getFirst();
        int pairs = rope.dimensions() / 2;
        for (int head = 0; head < count; head++) {
            for (int i = 0; i < pairs; i++) {
                double angle = position * Math.pow(rope.theta(), -i / (double) pairs) / divisor(rope.scaling(), i);
                boolean halves = rope.layout() == RopeConfig.Layout.HALVES;
                int a = head * config.headDim() + (halves ? i : 2 * i);
                int b = halves ? a + pairs : a + 1;
                double first = heads[a];
                heads[a] = first * Math.cos(angle) - heads[b] * Math.sin(angle);
                heads[b] = first * Math.sin(angle) + heads[b] * Math.cos(angle);
            }
        }
    }

    private static double divisor(RopeScaling scaling, int pair) {
        return switch (scaling) {
            case RopeScaling.Linear(float factor) -> factor;
            case RopeScaling.Divided(float[] divisors) -> divisors[pair];
            default -> 1;
        };
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
                out[t][i] = x[t][i] * scale * weight[i];
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
