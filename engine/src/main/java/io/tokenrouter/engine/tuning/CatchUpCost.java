package io.tokenrouter.engine.tuning;

/** What one additional token of a step costs: the slope of a regression through the origin, with forgetting. Used by one thread. */
final class CatchUpCost {

    private static final double MEMORY = 512;

    private double squares;
    private double products;

    /**
     * @param extra additional tokens, as deviation from their mean
     * @param residual the step's time, as deviation from its mean
     */
    void add(double extra, double residual) {
        squares += extra * extra - squares / MEMORY;
        products += extra * residual - products / MEMORY;
    }

    /** Time per token, at least 0. The addition keeps a slope of nothing but rounding at 0. */
    double perToken() {
        return Math.max(0, products / (squares + 1));
    }
}
