package io.tokenrouter.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.api.TokenMask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** Fused rows against their definition: probabilities in double precision, everything sorted. */
class RowFuserProperties {

    @Property(tries = 500)
    void agreesWithTheDefinition(@ForAll @IntRange(min = 1, max = 300) int vocabulary, @ForAll long seed) {
        Random random = new Random(seed);
        int parts = 1 + random.nextInt(3);
        double[][] rows = new double[parts][];
        List<@Nullable LogitRow> others = new ArrayList<>();
        int own = random.nextInt(parts);
        float[] logits = {};
        int offset = random.nextInt(5);
        for (int part = 0; part < parts; part++) {
            float[] row = gaussian(random, vocabulary);
            rows[part] =
                    IntStream.range(0, vocabulary).mapToDouble(id -> row[id]).toArray();
            others.add(part == own ? null : LogitRow.copyOf(row, 0, vocabulary));
            logits = part == own ? shifted(row, offset) : logits;
        }
        Fusion rule = rule(random, parts);
        TokenMask allowed = random.nextBoolean() ? null : some(random, vocabulary);

        float[] fused = new RowFuser(vocabulary, SoftmaxKernel.scalar()).fuse(rule, others, logits, offset, allowed);

        double[] expected = naive(rule, rows, allowed);
        double[] got = probabilities(
                IntStream.range(0, vocabulary).mapToDouble(id -> fused[id]).toArray());
        assertThat(got).containsExactly(probabilities(expected), within(1e-4));
    }

    private static double[] naive(Fusion rule, double[][] rows, @Nullable TokenMask allowed) {
        int vocabulary = rows[0].length;
        double total = rule.weights().stream().mapToDouble(Float::doubleValue).sum();
        double[] sum = new double[vocabulary];
        for (int part = 0; part < rows.length; part++) {
            double[] probabilities = probabilities(rows[part]);
            for (int id = 0; id < vocabulary; id++) {
                double weight = rule.weights().get(part);
                sum[id] += switch (rule.space()) {
                    case LOGIT -> weight * rows[part][id];
                    case LOGPROB -> weight * Math.log(probabilities[id]);
                    case PROB -> weight / total * probabilities[id];
                };
            }
        }
        double[] masking = probabilities(rows[rule.maskBy()]);
        List<Integer> best = IntStream.range(0, vocabulary)
                .filter(id -> allowed == null || allowed.allows(id))
                .boxed()
                .sorted(Comparator.comparingDouble((Integer id) -> -masking[id]).thenComparing(id -> id))
                .toList();
        double least = best.isEmpty() ? 0 : rule.plausibility() * masking[best.getFirst()];
        List<Integer> listed = rule.topK() == 0 ? best : best.subList(0, Math.min(rule.topK(), best.size()));
        for (int id = 0; id < vocabulary; id++) {
            double logit = rule.space() == Fusion.Space.PROB ? Math.log(sum[id]) : sum[id];
            boolean cut = masking[id] < least * (1 - 1e-9)
                    || rule.topK() > 0 && rule.topK() < vocabulary && !listed.contains(id);
            sum[id] = cut ? Double.NEGATIVE_INFINITY : logit;
        }
        return sum;
    }

    private static double[] probabilities(double[] logits) {
        double max = Arrays.stream(logits).max().orElseThrow();
        double[] weights =
                Arrays.stream(logits).map(logit -> Math.exp(logit - max)).toArray();
        double total = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / total).toArray();
    }

    private static Fusion rule(Random random, int parts) {
        Fusion.Space space = Fusion.Space.values()[random.nextInt(3)];
        Float[] weights = new Float[parts];
        Arrays.setAll(weights, part -> {
            float weight = random.nextInt(4) == 0 ? 0 : random.nextFloat() * 2;
            return space != Fusion.Space.PROB && random.nextInt(3) == 0 ? -weight : weight;
        });
        weights[random.nextInt(parts)] = 1f;
        return Fusion.of(space, weights)
                .withPlausibility(random.nextBoolean() ? 0 : random.nextFloat(), random.nextInt(parts))
                .withTopK(random.nextBoolean() ? 0 : 1 + random.nextInt(20));
    }

    /** At least as many ids as a rule may keep. */
    private static TokenMask some(Random random, int vocabulary) {
        return TokenMask.ofIds(IntStream.range(0, vocabulary)
                .filter(id -> random.nextInt(3) > 0 || id == vocabulary - 1)
                .toArray());
    }

    private static float[] gaussian(Random random, int length) {
        float[] row = new float[length];
        for (int i = 0; i < length; i++) {
            row[i] = (float) random.nextGaussian() * 3;
        }
        return row;
    }

    private static float[] shifted(float[] row, int offset) {
        float[] longer = new float[row.length + offset + 3];
        Arrays.fill(longer, 99);
        System.arraycopy(row, 0, longer, offset, row.length);
        return longer;
    }

    @Property(tries = 200)
    void aWeightOfOneAndTheRestZeroIsThatModelsRow(
            @ForAll @IntRange(min = 1, max = 50) int vocabulary, @ForAll long seed) {
        Random random = new Random(seed);
        float[] first = gaussian(random, vocabulary);
        LogitRow other = LogitRow.copyOf(gaussian(random, vocabulary), 0, vocabulary);

        float[] fused = new RowFuser(vocabulary, SoftmaxKernel.scalar())
                .fuse(Fusion.of(Fusion.Space.LOGIT, 1f, 0f), Arrays.asList(null, other), first, 0, null);

        assertThat(fused).containsExactly(first);
    }

    @Property(tries = 200)
    void whoIsLastChangesNothing(@ForAll @IntRange(min = 1, max = 50) int vocabulary, @ForAll long seed) {
        Random random = new Random(seed);
        float[] first = gaussian(random, vocabulary);
        float[] second = gaussian(random, vocabulary);
        Fusion rule = rule(random, 2);

        float[] one = new RowFuser(vocabulary, SoftmaxKernel.scalar())
                .fuse(rule, Arrays.asList(null, LogitRow.copyOf(second, 0, vocabulary)), first, 0, null);
        float[] two = new RowFuser(vocabulary, SoftmaxKernel.scalar())
                .fuse(rule, Arrays.asList(LogitRow.copyOf(first, 0, vocabulary), null), second, 0, null);

        assertThat(one).containsExactly(two);
    }

    @Example
    void idsThatSomeModelDoesNotHaveCannotBeDrawn() {
        float[] long_ = {0, 1, 2, 3};
        LogitRow short_ = LogitRow.copyOf(new float[] {1, 1, 1}, 0, 3);

        float[] fused = new RowFuser(4, SoftmaxKernel.scalar())
                .fuse(Fusion.of(Fusion.Space.LOGIT, 1f, 1f), Arrays.asList(null, short_), long_, 0, null);

        assertThat(fused).containsExactly(1, 2, 3, Float.NEGATIVE_INFINITY);
    }

    /** The most plausible id of all may not be drawn: what may be must not vanish with it. */
    @Example
    void plausibilityIsMeasuredAmongWhatMayBeDrawn() {
        float[] large = {20, 5, 4.9f, 0};
        LogitRow small = LogitRow.copyOf(new float[] {0, 3, 0, 0}, 0, 4);
        Fusion contrastive = Fusion.of(Fusion.Space.LOGIT, 1.5f, -0.5f).withPlausibility(0.1f, 0);

        float[] fused = new RowFuser(4, SoftmaxKernel.scalar())
                .fuse(contrastive, Arrays.asList(null, small), large, 0, TokenMask.ofIds(1, 2, 3));

        assertThat(fused[1]).isEqualTo(6f);
        assertThat(fused[2]).isEqualTo(7.35f, within(1e-5f));
        assertThat(fused[3]).isEqualTo(Float.NEGATIVE_INFINITY);
    }

    @Example
    void aRowThatIsNoRowIsRefused() {
        for (float wrong : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
            LogitRow other = LogitRow.copyOf(new float[] {0, wrong}, 0, 2);
            assertThatExceptionOfType(InvalidLogitsException.class)
                    .isThrownBy(() -> new RowFuser(2, SoftmaxKernel.scalar())
                            .fuse(
                                    Fusion.of(Fusion.Space.PROB, 1f, 0f),
                                    Arrays.asList(null, other),
                                    new float[] {0, 1},
                                    0,
                                    null))
                    .withMessageContaining("1");
        }
    }
}
