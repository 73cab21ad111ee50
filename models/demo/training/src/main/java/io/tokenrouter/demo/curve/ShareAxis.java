package io.tokenrouter.demo.curve;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Where a share stands from left to right. */
interface ShareAxis {

    /** 0 at the left, 1 at the right. */
    double at(double share);

    /** Shares with a line and a label, in percent. */
    List<Double> marks();

    /** From none to a whole percent at or above the largest share. */
    static ShareAxis linear(double largest) {
        int percents = Math.max(1, (int) Math.ceil(largest * 100));
        int step = Math.max(1, (percents + 9) / 10);
        List<Double> marks = IntStream.rangeClosed(0, percents / step)
                .mapToObj(mark -> (double) mark * step)
                .toList();
        return new ShareAxis() {
            @Override
            public double at(double share) {
                return share * 100 / percents;
            }

            @Override
            public List<Double> marks() {
                return marks;
            }
        };
    }

    /** From half a percent, where what is less stands too, to all. */
    static ShareAxis logarithmic() {
        double least = 0.005;
        List<Double> marks = Arrays.stream(new double[] {0.5, 1, 2, 5, 10, 20, 50, 100})
                .boxed()
                .toList();
        return new ShareAxis() {
            @Override
            public double at(double share) {
                return Math.log(Math.max(share, least) / least) / Math.log(1 / least);
            }

            @Override
            public List<Double> marks() {
                return marks;
            }
        };
    }
}
