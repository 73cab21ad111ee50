package io.tokenrouter.engine.throughput;

/**
 * With what probability a request goes to model j after a token of model i. Visits are pooled over requests, never averaged over
 * requests' own rates. Immutable.
 */
public final class RoutingMatrix {

    /** Most models of one group. */
    public static final int MAX_MODELS = 64;

    private static final double ROUNDING = 1e-9;

    private final double[][] probability;
    private final double[] visits;
    private final double keptShare;

    private RoutingMatrix(double[][] probability, double[] visits, double keptShare) {
        this.probability = probability;
        this.visits = visits;
        this.keptShare = keptShare;
    }

    /**
     * @param rows square, each row of numbers from 0 to 1 with sum 1; from the first model every visited one must lead back
     */
    public static RoutingMatrix of(double[][] rows) {
        if (rows.length < 1 || rows.length > MAX_MODELS) {
            throw new IllegalArgumentException("a group has 1 to " + MAX_MODELS + " models, not " + rows.length);
        }
        double[][] copy = new double[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            copy[i] = rows[i].clone();
            double sum = 0;
            for (double p : copy[i]) {
                sum += p >= 0 && p <= 1 ? p : Double.NaN;
            }
            if (copy[i].length != rows.length || !(Math.abs(sum - 1) < ROUNDING)) {
                throw new IllegalArgumentException(
                        "row " + i + " must hold " + rows.length + " probabilities with sum 1, not sum " + sum);
            }
        }
        return new RoutingMatrix(copy, stationary(copy), 1);
    }

    /**
     * A small and a large model.
     *
     * @param toLarge probability that a token of the small model sends the request to the large one
     * @param toSmall probability that a token of the large model sends it back
     */
    public static RoutingMatrix pair(double toLarge, double toSmall) {
        return of(new double[][] {{1 - toLarge, toLarge}, {toSmall, 1 - toSmall}});
    }

    /**
     * The same walk where not every row becomes a token: what one model writes is thrown away and written by another.
     *
     * @param share of all rows whose token stays, above 0 to 1
     */
    public RoutingMatrix withKeptShare(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("the share of rows that stay is above 0 to 1, not " + share);
        }
        return new RoutingMatrix(probability, visits, share);
    }

    /** Share of all rows whose token stays; 1 where none is thrown away. */
    public double keptShare() {
        return keptShare;
    }

    public int models() {
        return probability.length;
    }

    public double probability(int from, int to) {
        return probability[from][to];
    }

    /** Of the requests that a token of a model sends to none of the models before this one: the share that it sends here. */
    double conditional(int from, int to) {
        double left = 1;
        for (int before = 0; before < to; before++) {
            left -= probability[from][before];
        }
        double p = probability[from][to];
        boolean isLast = to == models() - 1 || left - p < ROUNDING;
        return p == 0 ? 0 : isLast ? 1 : p / left;
    }

    /** Share of all steps' rows that are this model's; 0 for one that requests from the first model never reach for good. */
    public double visitShare(int model) {
        return visits[model];
    }

    /**
     * Mean number of ids that a row of this model runs beyond its first: those that stayed since the model's last row are
     * {@link #keptShare} by {@link #visitShare} in the mean.
     */
    public double meanCatchUp(int model) {
        return visits[model] == 0 ? 0 : Math.max(0, keptShare / visits[model] - 1);
    }

    /** By the lazy chain {@code (I + P) / 2} squared many times: it has no period, and it starts where requests start. */
    private static double[] stationary(double[][] p) {
        int n = p.length;
        double[][] power = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                power[i][j] = (p[i][j] + (i == j ? 1 : 0)) / 2;
            }
        }
        for (int doubling = 0; doubling < 50; doubling++) {
            double[][] square = new double[n][n];
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int j = 0; j < n; j++) {
                    for (int k = 0; k < n; k++) {
                        square[i][j] += power[i][k] * power[k][j];
                    }
                    sum += square[i][j];
                }
                for (int j = 0; j < n; j++) {
                    square[i][j] /= sum;
                }
            }
            power = square;
        }
        double[] shares = power[0];
        for (int j = 0; j < n; j++) {
            shares[j] = shares[j] < 1e-12 ? 0 : shares[j];
        }
        return shares;
    }
}
