package io.tokenrouter.app.calibration;

import java.util.List;

/**
 * What is replayed.
 *
 * @param prompts by which the threshold is chosen
 * @param heldOut on which it is measured afterwards; may be empty
 * @param maxTokens of an answer
 * @param atOnce requests in flight, beside the server's other traffic
 */
public record ReplayRequest(
        List<CalibrationPrompt> prompts, List<CalibrationPrompt> heldOut, int maxTokens, int atOnce) {

    /** Of both lists together. */
    public static final int MOST_PROMPTS = 5_000;

    public static final int MOST_TOKENS = 8_192;
    public static final int MOST_AT_ONCE = 64;

    /** @throws CalibrationRefusal INVALID that names the field */
    public ReplayRequest {
        prompts = List.copyOf(prompts);
        heldOut = List.copyOf(heldOut);
        if (prompts.isEmpty() || prompts.size() + heldOut.size() > MOST_PROMPTS) {
            throw CalibrationRefusal.invalid(
                    "prompts", "prompts and held_out must have 1 to " + MOST_PROMPTS + " prompts together");
        }
        check("max_tokens", maxTokens, MOST_TOKENS);
        check("concurrency", atOnce, MOST_AT_ONCE);
    }

    private static void check(String field, int value, int most) {
        if (value < 1 || value > most) {
            throw CalibrationRefusal.invalid(field, field + " must be from 1 to " + most + ", not " + value);
        }
    }
}
