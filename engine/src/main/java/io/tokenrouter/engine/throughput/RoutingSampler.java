package io.tokenrouter.engine.throughput;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Where the rows of a step go, by one number for each model: a chain of conditional binomials, drawn by inversion from tables that
 * are made when first needed. For one thread.
 */
final class RoutingSampler {

    private final int models;

    /** [from * models + to]: of those that go to none before {@code to}, the share that goes there. */
    private final double[] conditional;

    /** [from * models + to][rows]. */
    private final @Nullable Table[][] tables;

    RoutingSampler(RoutingMatrix routing, int mostRows) {
        models = routing.models();
        conditional = new double[models * models];
        tables = new Table[models * models][mostRows + 1];
        for (int from = 0; from < models; from++) {
            for (int to = 0; to < models; to++) {
                conditional[from * models + to] = routing.conditional(from, to);
            }
        }
    }

    /**
     * How many of the rows that went to no earlier model go to this one.
     *
     * @param rows that went to none of the models before {@code to}
     */
    int draw(int from, int to, int rows, SplittableRandom random) {
        int pair = from * models + to;
        double p = conditional[pair];
        if (rows == 0 || p == 0 || p == 1) {
            return p == 0 ? 0 : rows;
        }
        Table table = tables[pair][rows];
        if (table == null) {
            table = tables[pair][rows] = Table.of(Binomial.of(rows, p));
        }
        return table.invert(random.nextDouble());
    }

    private record Table(int from, double[] cumulative) {

        static Table of(Binomial binomial) {
            double[] cumulative = binomial.probability().clone();
            for (int i = 1; i < cumulative.length; i++) {
                cumulative[i] += cumulative[i - 1];
            }
            return new Table(binomial.from(), cumulative);
        }

        int invert(double uniform) {
            int low = 0;
            int high = cumulative.length - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (cumulative[middle] > uniform) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return from + low;
        }
    }
}
