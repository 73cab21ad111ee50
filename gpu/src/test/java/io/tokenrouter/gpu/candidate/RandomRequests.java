package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.executor.CandidateRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Seeded random rows of logits, and what requests may want of them. */
final class RandomRequests {

    final Random random;

    RandomRequests(long seed) {
        random = new Random(seed);
    }

    /** Rows of all sorts: flat, peaked, with ties, with ids that cannot be drawn, far from 0. */
    List<float[]> rows(int vocabularySize, int count) {
        List<float[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            float[] row = new float[vocabularySize];
            double spread = new double[] {3, 0.01, 8, 2, 3, 0}[i % 6];
            double level = new double[] {10, 0, -40, 0, 25, 1}[i % 6];
            for (int id = 0; id < vocabularySize; id++) {
                row[id] = (float) (level + spread * random.nextGaussian());
                if (i % 6 == 3) {
                    row[id] = Math.round(row[id]);
                }
                if (i % 6 == 4 && random.nextInt(3) == 0) {
                    row[id] = Float.NEGATIVE_INFINITY;
                }
            }
            row[random.nextInt(vocabularySize)] = (float) level + 1;
            rows.add(row);
        }
        return rows;
    }

    float[] peaked(int vocabularySize) {
        float[] row = new float[vocabularySize];
        for (int id = 0; id < vocabularySize; id++) {
            row[id] = (float) (4 * random.nextGaussian());
        }
        return row;
    }

    CandidateRequest request(int vocabularySize, SamplingParams sampling, @Nullable TokenMask allowed) {
        int[] history = random.ints(30, 0, vocabularySize + 2).toArray();
        return new CandidateRequest(
                sampling, 30, history, random.nextInt(31), random.nextInt(4) * 7, random.nextBoolean(), allowed);
    }

    SamplingParams sampling() {
        return sampled(
                new float[] {0f, 0.3f, 0.8f, 1f, 1.5f, 2f}[random.nextInt(6)],
                new float[] {1f, 1f, 0.95f, 0.5f, 0.05f}[random.nextInt(5)],
                new int[] {0, 0, 1, 5, 40, 1000}[random.nextInt(6)],
                new float[] {0f, 0f, 0.05f, 0.5f}[random.nextInt(4)]);
    }

    SamplingParams sampled(float temperature, float topP, int topK, float minP) {
        return new SamplingParams(temperature, topP, topK, minP, 1f, 0f, 0f, Map.of(), random.nextLong());
    }

    SamplingParams penalised() {
        Map<Integer, Float> bias = Map.of(3, 100f, 5, -100f, 100_000, 1f);
        return new SamplingParams(
                random.nextInt(2),
                1f,
                0,
                0f,
                1.3f,
                0.5f,
                0.7f,
                random.nextBoolean() ? bias : Map.of(),
                random.nextLong());
    }

    TokenMask someOf(int vocabularySize) {
        return TokenMask.ofIds(IntStream.range(0, vocabularySize / 2)
                .map(i -> random.nextInt(vocabularySize))
                .toArray());
    }
}
