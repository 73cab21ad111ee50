package io.tokenrouter.engine.sampling;

import java.util.Arrays;

/**
 * What a token was drawn from: a probability for each id, as the request asked for (after penalties, masks, temperature and
 * truncation). Immutable; safe from any thread. Takes 4 bytes for each id of the vocabulary where nothing was cut off, 8 for each that
 * was left where something was.
 */
public sealed interface TokenDistribution {

    /** Of an id that could not be drawn, 0. */
    float probability(int id);

    /** The largest probability. */
    float largest();

    /** Takes each probability off the element of its id. */
    void subtractFrom(float[] probabilities);

    /** Writes each probability to the element of its id. */
    default void writeTo(float[] probabilities) {
        Arrays.fill(probabilities, 0);
        subtractFrom(probabilities);
        for (int id = 0; id < probabilities.length; id++) {
            probabilities[id] = Math.abs(probabilities[id]);
        }
    }

    /**
     * On some ids by their weights.
     *
     * @param ids ascending
     * @param weights one for each, at least 0; their sum is above 0
     */
    static TokenDistribution ofWeights(int[] ids, float[] weights) {
        double total = 0;
        for (float weight : weights) {
            total += weight;
        }
        float[] probabilities = new float[ids.length];
        for (int i = 0; i < ids.length; i++) {
            probabilities[i] = (float) (weights[i] / total);
        }
        return new Listed(ids.clone(), probabilities);
    }

    /** All of it on one id. */
    static TokenDistribution certain(int id) {
        return new Certain(id);
    }

    /** One id, as where the temperature is 0. */
    record Certain(int id) implements TokenDistribution {

        @Override
        public float probability(int other) {
            return other == id ? 1 : 0;
        }

        @Override
        public float largest() {
            return 1;
        }

        @Override
        public void subtractFrom(float[] probabilities) {
            probabilities[id] -= 1;
        }
    }

    /** The few that truncation has left. */
    final class Listed implements TokenDistribution {

        private final int[] ids;
        private final float[] probabilities;

        /**
         * @param ids ascending, not changed any more
         * @param probabilities one for each, not changed any more
         */
        Listed(int[] ids, float[] probabilities) {
            this.ids = ids;
            this.probabilities = probabilities;
        }

        @Override
        public float probability(int id) {
            int index = Arrays.binarySearch(ids, id);
            return index < 0 ? 0 : probabilities[index];
        }

        @Override
        public float largest() {
            return max(probabilities);
        }

        @Override
        public void subtractFrom(float[] from) {
            for (int i = 0; i < ids.length; i++) {
                from[ids[i]] -= probabilities[i];
            }
        }
    }

    /** The whole vocabulary. */
    final class Dense implements TokenDistribution {

        private final float[] probabilities;

        /** @param probabilities by id, not changed any more */
        Dense(float[] probabilities) {
            this.probabilities = probabilities;
        }

        @Override
        public float probability(int id) {
            return id < probabilities.length ? probabilities[id] : 0;
        }

        @Override
        public float largest() {
            return max(probabilities);
        }

        @Override
        public void subtractFrom(float[] from) {
            for (int id = 0; id < Math.min(from.length, probabilities.length); id++) {
                from[id] -= probabilities[id];
            }
        }
    }

    private static float max(float[] values) {
        float most = 0;
        for (float value : values) {
            most = Math.max(most, value);
        }
        return most;
    }
}
