package io.tokenrouter.engine.sampling;

import io.tokenrouter.engine.api.SamplingParams;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The definition of sampling, sorting everything, in double precision: the oracle of the tests. */
final class NaiveSampling {

    private NaiveSampling() {}

    /** Logits after bias and penalties. */
    static double[] adjusted(float[] row, int vocabulary, SamplingParams params, int[] history, int promptLength) {
        double[] logits = new double[vocabulary];
        for (int id = 0; id < vocabulary; id++) {
            logits[id] = row[id] + params.logitBias().getOrDefault(id, 0f);
            int inOutput = 0;
            boolean seen = false;
            for (int i = 0; i < history.length; i++) {
                seen |= history[i] == id;
                inOutput += i >= promptLength && history[i] == id ? 1 : 0;
            }
            if (seen) {
                logits[id] = logits[id] > 0
                        ? logits[id] / params.repetitionPenalty()
                        : logits[id] * params.repetitionPenalty();
            }
            logits[id] -= params.frequencyPenalty() * inOutput + (inOutput > 0 ? params.presencePenalty() : 0);
        }
        return logits;
    }

    /** Probability of every id after temperature (above 0) and truncation. */
    static double[] distribution(double[] logits, SamplingParams params) {
        List<Integer> kept = new ArrayList<>();
        for (int id = 0; id < logits.length; id++) {
            kept.add(id);
        }
        kept.sort(Comparator.comparingDouble((Integer id) -> -logits[id]).thenComparing(id -> id));
        double max = logits[kept.getFirst()];
        double[] weights = new double[logits.length];
        for (int id = 0; id < logits.length; id++) {
            weights[id] = Math.exp((logits[id] - max) / params.temperature());
        }
        if (params.topK() > 0 && params.topK() < kept.size()) {
            kept = kept.subList(0, params.topK());
        }
        double total = kept.stream().mapToDouble(id -> weights[id]).sum();
        double mass = 0;
        int size = 0;
        while (size < kept.size() && mass < params.topP() * total) {
            mass += weights[kept.get(size++)];
        }
        kept = kept.subList(0, params.topP() < 1 ? size : kept.size());
        kept = kept.stream().filter(id -> weights[id] >= params.minP()).toList();
        double rest = kept.stream().mapToDouble(id -> weights[id]).sum();
        double[] probabilities = new double[logits.length];
        kept.forEach(id -> probabilities[id] = weights[id] / rest);
        return probabilities;
    }

    static int argmax(double[] logits) {
        int best = 0;
        for (int id = 1; id < logits.length; id++) {
            best = logits[id] > logits[best] ? id : best;
        }
        return best;
    }

    /** Statistic of Pearson's test; ids with less than {@code smallest} expected draws are counted as one. */
    static double chiSquare(int[] observed, double[] probabilities, int draws, double smallest) {
        double statistic = 0;
        double restExpected = 0;
        int restObserved = 0;
        for (int id = 0; id < observed.length; id++) {
            double expected = probabilities[id] * draws;
            if (expected < smallest) {
                restExpected += expected;
                restObserved += observed[id];
            } else {
                statistic += (observed[id] - expected) * (observed[id] - expected) / expected;
            }
        }
        if (restExpected >= smallest) {
            statistic += (restObserved - restExpected) * (restObserved - restExpected) / restExpected;
        }
        return statistic;
    }
}
