package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.sampling.LogitRow;

/** How far rows of logits are from those that are right. */
final class RowErrors {

    private int rows;
    private int equal;
    private double largest;
    private double sum;
    private double widestGap;

    /** @param token the greedy id of the row that is judged */
    void add(LogitRow wanted, LogitRow got, int token) {
        double difference = 0;
        double norm = 0;
        int best = 0;
        for (int id = 0; id < wanted.size(); id++) {
            double off = got.logit(id) - wanted.logit(id);
            difference += off * off;
            norm += (double) wanted.logit(id) * wanted.logit(id);
            best = wanted.logit(id) > wanted.logit(best) ? id : best;
        }
        double error = Math.sqrt(difference / norm);
        // a NaN anywhere is the largest error
        largest = Double.isNaN(error) ? Double.POSITIVE_INFINITY : Math.max(largest, error);
        sum += error;
        rows++;
        if (token == best) {
            equal++;
        } else {
            double gap = (wanted.logit(best) - wanted.logit(token)) / Math.abs(wanted.logit(best));
            widestGap = Math.max(widestGap, gap);
        }
    }

    int rows() {
        return rows;
    }

    /** Rows with the same greedy id. */
    int equal() {
        return equal;
    }

    double largest() {
        return largest;
    }

    double mean() {
        return sum / rows;
    }

    /** Of the other rows: how much larger the right id's logit is, as a share of it. Where ids are another, they should be near ties. */
    double widestGap() {
        return widestGap;
    }
}
