package io.tokenrouter.app.admin;

import io.tokenrouter.app.forecast.CurveText;
import io.tokenrouter.app.forecast.QuestionText;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.BindParam;

/**
 * The parameters of a question, not checked yet; null is what was left out.
 *
 * @param pair whose measured step times count; the first pair if left out
 * @param requests one number or several, with commas
 * @param share of an answer's tokens that the large model writes; the measured one, else 0.1, if left out
 * @param small step times instead of the measured ones, together with {@code large}
 */
record WhatIfParameters(
        @Nullable String pair,
        @Nullable String requests,
        @Nullable Double share,
        @Nullable String small,
        @Nullable String large,
        @Nullable String device,
        @Nullable Double overlap,
        @BindParam("catch_up") @Nullable String catchUp,
        @Nullable Double noise,
        @Nullable Double p99) {

    static final List<String> NAMES =
            List.of("pair", "requests", "share", "small", "large", "device", "overlap", "catch_up", "noise", "p99");
    private static final int MOST_NUMBERS = 16;
    private static final String DEFAULT_REQUESTS = "1,2,4,8,16,32,64,128";
    private static final double DEFAULT_SHARE = 0.1;

    List<Integer> numbers() {
        String[] parts = (requests == null ? DEFAULT_REQUESTS : requests).split(",", -1);
        if (parts.length > MOST_NUMBERS) {
            throw Problem.invalid("requests", "requests must be at most " + MOST_NUMBERS + " numbers");
        }
        return checked(() -> Arrays.stream(parts)
                .map(WhatIfParameters::number)
                .distinct()
                .sorted()
                .toList());
    }

    private static Integer number(String text) {
        int number;
        try {
            number = Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw Problem.invalid(
                    "requests", "requests must be whole numbers from 1 to 4096, with commas between them");
        }
        return QuestionText.requests("requests", number);
    }

    OptionalDouble bound() {
        if (p99 != null && !(p99 > 0 && p99 <= CurveText.MOST_MILLIS)) {
            throw Problem.invalid("p99", "p99 must be above 0 to 600000 ms");
        }
        if (share != null && !(share >= 0 && share <= 1)) {
            throw Problem.invalid("share", "share must be from 0 to 1");
        }
        return p99 == null ? OptionalDouble.empty() : OptionalDouble.of(p99);
    }

    /** The question about step times that are given; null where the measured ones count. */
    @Nullable
    QuestionText given() {
        if (small != null && large != null) {
            return new QuestionText(
                    share == null ? DEFAULT_SHARE : share,
                    small,
                    large,
                    device == null ? "separate" : device,
                    overlap,
                    catchUp,
                    noise == null ? QuestionText.DEFAULT_NOISE : noise,
                    p99);
        }
        if (small != null || large != null || device != null || overlap != null || catchUp != null || noise != null) {
            throw Problem.invalid(
                    small == null ? "small" : "large",
                    "small and large must be given together; device, overlap, catch_up and noise go with them");
        }
        return null;
    }

    /** Says which field a message is about: its first word names it. */
    <T> T checked(Supplier<T> check) {
        try {
            return check.get();
        } catch (IllegalArgumentException e) {
            String message = e.getMessage();
            throw Problem.invalid(message.substring(0, message.indexOf(' ')), message);
        }
    }
}
