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

    /** Of all answers to both lists together: the answers of a trial are held in memory. */
    public static final int MOST_TOKENS_IN_ALL = 4_000_000;

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
        long inAll = (long) (prompts.size() + heldOut.size()) * maxTokens;
        if (inAll > MOST_TOKENS_IN_ALL) {
            throw CalibrationRefusal.invalid(
                    "max_tokens",
                    "the prompts of prompts and held_out times max_tokens must be at most " + MOST_TOKENS_IN_ALL
                            + ", not " + inAll);
        }
    }

    /** @throws CalibrationRefusal INVALID that names the list, if nobody knows what a right answer to one of its prompts is */
    void requireAnswers() {
        requireAnswers("prompts", prompts);
        requireAnswers("held_out", heldOut);
    }

    private static void requireAnswers(String field, List<CalibrationPrompt> prompts) {
        for (int i = 0; i < prompts.size(); i++) {
            if (prompts.get(i).answer() == null) {
                throw CalibrationRefusal.invalid(
                        field, field + "[" + i + "] has no answer; an accuracy needs one with every prompt");
            }
        }
    }

    private static void check(String field, int value, int most) {
        if (value < 1 || value > most) {
            throw CalibrationRefusal.invalid(field, field + " must be from 1 to " + most + ", not " + value);
        }
    }
}
