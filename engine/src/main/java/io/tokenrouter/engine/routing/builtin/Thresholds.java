package io.tokenrouter.engine.routing.builtin;

/**
 * When a position is too hard for the small model.
 *
 * @param enter the large model takes over at this level
 * @param exit it keeps writing until the level is back beyond this one
 * @param window how many values a level is the mean of, at least 1
 * @param minStay least length of a stay, at least 1
 * @param normalised whether entropy is divided by its maximum, ln V
 */
record Thresholds(Metric metric, double enter, double exit, int window, int minStay, boolean normalised) {

    boolean isUnsure(double level, boolean largeHolds) {
        return metric.isUnsure(level, largeHolds ? exit : enter);
    }

    /** Factor that brings a value to the scale of the thresholds. */
    double scale(int vocabularySize) {
        return normalised ? normalisation(vocabularySize) : 1;
    }

    /** Of entropy, whose maximum is the logarithm of so many ids. */
    static double normalisation(int vocabularySize) {
        return 1 / Math.log(Math.max(2, vocabularySize));
    }
}
