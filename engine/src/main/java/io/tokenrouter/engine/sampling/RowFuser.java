package io.tokenrouter.engine.sampling;

import io.tokenrouter.engine.api.TokenMask;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Combines rows of several models by a {@link Fusion}. What comes out depends on the rows and their order alone, not on who of the
 * models was last. Keeps scratch of the size of the vocabulary between calls; one instance per thread.
 */
public final class RowFuser {

    private final int vocabularySize;
    private final SoftmaxKernel kernel;
    private final TopTokens top = new TopTokens();
    private final double[] moments = new double[2];
    private final float[] fused;
    private final float[] spare;

    // of the call that runs
    private float[][] rows = {};
    private int[] starts = {};
    private double[] weights = {};
    private double[] levels = {};
    private int common;

    /** @param vocabularySize ids of a fused row; those that some model does not have cannot be drawn from it */
    public RowFuser(int vocabularySize, SoftmaxKernel kernel) {
        this.vocabularySize = vocabularySize;
        this.kernel = kernel;
        this.fused = new float[vocabularySize];
        this.spare = new float[vocabularySize];
    }

    /**
     * The fused row. Ids that cannot be drawn have negative infinity: those that are not plausible, those that some model with a weight
     * gives negative infinity, and those that some model does not have.
     *
     * @param others rows in the order of the weights; null in the place of the row in {@code logits}
     * @param logits holds a row of this vocabulary; not changed
     * @param offset index of the logit of id 0
     * @param allowed ids that may be drawn, among which plausibility is measured; null for all. The others are not taken out
     * @return a row of the vocabulary's size from index 0, of which the contents are good until the next call
     * @throws InvalidLogitsException if a row has NaN or positive infinity, or negative infinity everywhere
     */
    public float[] fuse(
            Fusion rule, List<@Nullable LogitRow> others, float[] logits, int offset, @Nullable TokenMask allowed) {
        if (others.size() != rule.weights().size()) {
            throw new IllegalArgumentException(
                    others.size() + " rows for " + rule.weights().size() + " weights");
        }
        line(rule, others, logits, offset);
        Arrays.fill(fused, common, vocabularySize, Float.NEGATIVE_INFINITY);
        for (int id = 0; id < common; id++) {
            fused[id] = rule.space() == Fusion.Space.PROB ? mixture(id) : sum(id);
        }
        if (rule.plausibility() > 0 || rule.topK() > 0) {
            narrow(rule, allowed);
        }
        return fused;
    }

    /** The same where all rows were kept. */
    public float[] fuse(Fusion rule, List<@Nullable LogitRow> others, LogitRow own, @Nullable TokenMask allowed) {
        if (own.size() != vocabularySize) {
            throw new IllegalArgumentException("a row of " + own.size() + " ids, not of " + vocabularySize);
        }
        return fuse(rule, others, own.values(), 0, allowed);
    }

    /** The rows side by side, and how far each is lifted before it counts. */
    private void line(Fusion rule, List<@Nullable LogitRow> others, float[] logits, int offset) {
        int parts = others.size();
        rows = new float[parts][];
        starts = new int[parts];
        weights = new double[parts];
        levels = new double[parts];
        common = vocabularySize;
        double total = 0;
        for (int part = 0; part < parts; part++) {
            LogitRow other = others.get(part);
            rows[part] = other == null ? logits : other.values();
            starts[part] = other == null ? offset : 0;
            common = other == null ? common : Math.min(common, other.size());
            weights[part] = rule.weights().get(part);
            total += weights[part];
        }
        for (int part = 0; part < parts; part++) {
            float max = kernel.max(rows[part], starts[part], common);
            if (!Float.isFinite(max)) {
                throw InvalidLogitsException.of(rows[part], starts[part], common);
            }
            if (rule.space() != Fusion.Space.LOGIT) {
                kernel.moments(rows[part], starts[part], common, max, moments);
                levels[part] = max + Math.log(moments[0]);
            }
            if (rule.space() == Fusion.Space.PROB) {
                levels[part] -= Math.log(weights[part] / total);
            }
        }
    }

    private float sum(int id) {
        double sum = 0;
        for (int part = 0; part < rows.length; part++) {
            if (weights[part] != 0) {
                float logit = rows[part][starts[part] + id];
                if (logit == Float.NEGATIVE_INFINITY) {
                    return Float.NEGATIVE_INFINITY;
                }
                sum += weights[part] * (logit - levels[part]);
            }
        }
        return (float) sum;
    }

    /** The logarithm of the weighed probabilities' sum, as large as its largest part at least: nothing small gets lost. */
    private float mixture(int id) {
        double most = Double.NEGATIVE_INFINITY;
        for (int part = 0; part < rows.length; part++) {
            most = Math.max(most, rows[part][starts[part] + id] - levels[part]);
        }
        if (most == Double.NEGATIVE_INFINITY) {
            return Float.NEGATIVE_INFINITY;
        }
        double sum = 0;
        for (int part = 0; part < rows.length; part++) {
            sum += Math.exp(rows[part][starts[part] + id] - levels[part] - most);
        }
        return (float) (most + Math.log(sum));
    }

    /** Takes out what the masking model does not find plausible. */
    private void narrow(Fusion rule, @Nullable TokenMask allowed) {
        float[] row = rows[rule.maskBy()];
        int start = starts[rule.maskBy()];
        float max = Float.NEGATIVE_INFINITY;
        for (int id = 0; id < common; id++) {
            spare[id] = allowed == null || allowed.allows(id) ? row[start + id] : Float.NEGATIVE_INFINITY;
            max = Math.max(max, spare[id]);
        }
        // computed as a double: at plausibility 1 the most probable ids must stay
        double least = max + Math.log(rule.plausibility());
        for (int id = 0; id < common; id++) {
            if (row[start + id] < least) {
                fused[id] = Float.NEGATIVE_INFINITY;
            }
        }
        if (rule.topK() > 0 && rule.topK() < common) {
            keepBest(rule.topK());
        }
    }

    /** Leaves the ids of the largest elements of {@link #spare}. */
    private void keepBest(int count) {
        top.select(spare, 0, common, count);
        int last = top.id(top.size() - 1);
        float worst = spare[last];
        for (int id = 0; id < common; id++) {
            boolean listed = spare[id] > worst || spare[id] == worst && id <= last;
            if (!listed || spare[id] == Float.NEGATIVE_INFINITY) {
                fused[id] = Float.NEGATIVE_INFINITY;
            }
        }
    }
}
