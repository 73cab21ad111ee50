package io.tokenrouter.app.forecast;

import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A question as somebody wrote it, not checked yet. Null is what was left out.
 *
 * @param share of an answer's tokens that the large model writes, 0 to 1
 * @param small step times as {@link CurveText} reads them
 * @param large step times as {@link CurveText} reads them
 * @param device {@code separate} or {@code shared}
 * @param overlap how many times as long a step takes while another one runs, 1 to 16; null if steps take turns
 * @param catchUp {@code SMALL,LARGE}: ms for each token that a model only reads
 * @param noise standard deviation of step times by their mean, 0 to 2
 * @param p99 longest gap in ms that 99 of 100 gaps may have
 */
public record QuestionText(
        double share,
        String small,
        String large,
        String device,
        @Nullable Double overlap,
        @Nullable String catchUp,
        double noise,
        @Nullable Double p99) {

    /** Step times of machines vary at least so much; exact ones would keep a simulation in phase with itself. */
    public static final double DEFAULT_NOISE = 0.03;

    private static final double MOST_SLOWDOWN = 16;
    private static final double MOST_NOISE = 2;
    private static final double MOST_CATCH_UP_MILLIS = 1000;

    /**
     * @param spelling what the reader of a message calls a field, by its name here with hyphens, for example {@code catch-up}
     * @throws IllegalArgumentException naming the first field that is wrong, and its range
     */
    public PairQuestion check(UnaryOperator<String> spelling) {
        within(spelling.apply("share"), share, 0, 1);
        within(spelling.apply("noise"), noise, 0, MOST_NOISE);
        if (p99 != null && !(p99 > 0 && p99 <= CurveText.MOST_MILLIS)) {
            throw new IllegalArgumentException(spelling.apply("p99") + " must be above 0 to 600000 ms, not " + p99);
        }
        double[] costs = catchUpCosts(spelling.apply("catch-up"));
        return new PairQuestion(
                share,
                1,
                profile(spelling.apply("small"), small, costs[0]),
                profile(spelling.apply("large"), large, costs[1]),
                deviceMode(spelling),
                p99 == null ? OptionalDouble.empty() : OptionalDouble.of(p99));
    }

    /** Checks a number of requests. */
    public static int requests(String name, int requests) {
        within(name, requests, 1, PairQuestion.MOST_REQUESTS);
        return requests;
    }

    private ModelProfile profile(String name, String curve, double catchUpMillis) {
        return ModelProfile.of(CurveText.parse(name, curve))
                .withMaxBatch(PairQuestion.MOST_REQUESTS)
                .withCatchUp(catchUpMillis * 1e6)
                .withNoise(noise);
    }

    private double[] catchUpCosts(String name) {
        if (catchUp == null) {
            return new double[2];
        }
        String[] parts = catchUp.split(",", -1);
        try {
            if (parts.length == 2) {
                double[] costs = {Double.parseDouble(parts[0].strip()), Double.parseDouble(parts[1].strip())};
                within(name, costs[0], 0, MOST_CATCH_UP_MILLIS);
                within(name, costs[1], 0, MOST_CATCH_UP_MILLIS);
                return costs;
            }
        } catch (NumberFormatException e) {
            // the same message
        }
        throw new IllegalArgumentException(name + " must be SMALL,LARGE in ms, such as 0.01,0.05");
    }

    private DeviceMode deviceMode(UnaryOperator<String> spelling) {
        String name = spelling.apply("device");
        if (!device.equals("separate") && !device.equals("shared")) {
            throw new IllegalArgumentException(name + " must be separate or shared");
        }
        if (overlap == null) {
            return device.equals("shared") ? new DeviceMode.OneStepAtATime() : new DeviceMode.Separate();
        }
        within(spelling.apply("overlap"), overlap, 1, MOST_SLOWDOWN);
        if (!device.equals("shared")) {
            throw new IllegalArgumentException(spelling.apply("overlap") + " needs " + name + " shared");
        }
        return new DeviceMode.Overlapping(overlap);
    }

    private static void within(String name, double value, double from, double to) {
        if (!(value >= from && value <= to)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "%s must be from %.0f to %.0f, not %s", name, from, to, Numbers.plain(value)));
        }
    }
}
