package io.tokenrouter.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RowAnalyzerProperties {

    @Property(tries = 500)
    void agreesWithTheDefinition(
            @ForAll @IntRange(min = 1, max = 2000) int vocabulary,
            @ForAll @IntRange(min = 0, max = 128) int topK,
            @ForAll boolean coarse,
            @ForAll long seed) {
        Random random = new Random(seed);
        float scale = random.nextFloat() * 20;
        float[] row = new float[vocabulary + 8];
        for (int i = 0; i < row.length; i++) {
            row[i] = (float) random.nextGaussian() * scale;
            row[i] = coarse ? Math.round(row[i]) : row[i];
        }
        int offset = random.nextInt(8);
        int token = random.nextInt(vocabulary);

        RowSignals signals =
                new RowAnalyzer(vocabulary, SoftmaxKernel.scalar()).analyze(row, offset, topK, false, token);

        double max = IntStream.range(0, vocabulary)
                .mapToDouble(id -> row[offset + id])
                .max()
                .orElseThrow();
        double sum = IntStream.range(0, vocabulary)
                .mapToDouble(id -> Math.exp(row[offset + id] - max))
                .sum();
        double logSum = Math.log(sum) + max;
        double entropy = IntStream.range(0, vocabulary)
                .mapToDouble(id -> row[offset + id] - logSum)
                .map(logprob -> -Math.exp(logprob) * logprob)
                .sum();
        int[] best = IntStream.range(0, vocabulary)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer id) -> -row[offset + id])
                        .thenComparing(id -> id))
                .mapToInt(Integer::intValue)
                .limit(topK)
                .toArray();

        assertThat(signals.entropy()).isCloseTo((float) entropy, within(1e-4f));
        assertThat(signals.logprob()).isCloseTo((float) (row[offset + token] - logSum), within(1e-4f));
        assertThat(signals.topProb()).isCloseTo((float) (1 / sum), within(1e-6f));
        assertThat(signals.margin()).isBetween(0f, signals.topProb());
        assertThat(signals.topIds()).containsExactly(best);
        for (int rank = 0; rank < best.length; rank++) {
            assertThat(signals.topLogprobs()[rank])
                    .isCloseTo((float) (row[offset + best[rank]] - logSum), within(1e-4f));
        }
    }
}
