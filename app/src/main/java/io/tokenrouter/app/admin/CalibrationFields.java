package io.tokenrouter.app.admin;

import io.tokenrouter.app.calibration.CalibrationPrompt;
import io.tokenrouter.app.calibration.CalibrationQuestion;
import io.tokenrouter.app.calibration.ReplayRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.calibrate.Goal;
import io.tokenrouter.engine.text.Characters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a calibration is asked for.
 *
 * @param replay null for signals on record
 */
record CalibrationFields(
        CalibrationQuestion question, @Nullable ReplayRequest replay) {

    private static final int USUAL_TOKENS = 256;
    private static final int USUAL_AT_ONCE = 4;
    private static final Set<String> PROMPT_FIELDS = Set.of("prompt", "answer");

    /** @throws Problem 400 that names the field */
    static CalibrationFields read(String pair, byte[] body) {
        AdminFields fields = AdminFields.of(body, CalibrationsController.MOST_BYTES);
        String policy = fields.text("policy", "");
        String algorithm = fields.text("algorithm", "");
        Map<String, Object> options = fields.options("options");
        if (!policy.isEmpty() && !algorithm.isEmpty()) {
            throw Problem.invalid("algorithm", "algorithm must be left out where policy is given");
        }
        if (algorithm.isEmpty() && !options.isEmpty()) {
            throw Problem.invalid("options", "options must be left out where no algorithm is given");
        }
        Goal goal = goal(fields);
        List<CalibrationPrompt> prompts = prompts(fields, "prompts");
        List<CalibrationPrompt> heldOut = prompts(fields, "held_out");
        Integer maxTokens = fields.integer("max_tokens");
        Integer concurrency = fields.integer("concurrency");
        fields.refuseRest();
        CalibrationQuestion question = new CalibrationQuestion(
                pair,
                policy.isEmpty() ? null : policy,
                algorithm.isEmpty() ? null : new PolicySpec(algorithm, options),
                goal);
        if (prompts.isEmpty()) {
            if (!heldOut.isEmpty() || maxTokens != null || concurrency != null) {
                throw Problem.invalid("prompts", "prompts must be given where held_out, max_tokens or concurrency is");
            }
            return new CalibrationFields(question, null);
        }
        return new CalibrationFields(
                question,
                new ReplayRequest(
                        prompts,
                        heldOut,
                        Objects.requireNonNullElse(maxTokens, USUAL_TOKENS),
                        Objects.requireNonNullElse(concurrency, USUAL_AT_ONCE)));
    }

    private static Goal goal(AdminFields fields) {
        Double share = fields.number("share");
        Double recall = fields.number("recall");
        Double within = fields.number("accuracy_within");
        int given = (share == null ? 0 : 1) + (recall == null ? 0 : 1) + (within == null ? 0 : 1);
        if (given != 1) {
            throw Problem.invalid("share", "exactly one of share, recall and accuracy_within must be given");
        }
        if (share != null) {
            return new Goal.Share(fraction("share", share));
        }
        return recall != null
                ? new Goal.Recall(fraction("recall", recall))
                : new Goal.Accuracy(fraction("accuracy_within", Objects.requireNonNull(within)));
    }

    private static double fraction(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw Problem.invalid(name, name + " must be a number from 0 to 1");
        }
        return value;
    }

    private static List<CalibrationPrompt> prompts(AdminFields fields, String name) {
        Object given = fields.take(name);
        if (given == null) {
            return List.of();
        }
        if (!(given instanceof List<?> list)) {
            throw Problem.invalid(name, name + " must be a list of objects with a prompt each");
        }
        List<CalibrationPrompt> prompts = new ArrayList<>(list.size());
        for (Object one : list) {
            prompts.add(prompt(name + "[" + prompts.size() + "]", one));
        }
        return prompts;
    }

    private static CalibrationPrompt prompt(String where, @Nullable Object given) {
        if (given instanceof Map<?, ?> object) {
            for (Object name : object.keySet()) {
                if (!PROMPT_FIELDS.contains(name)) {
                    throw Problem.invalid(
                            where,
                            where + " has an unknown field '"
                                    + Characters.shortened(String.valueOf(name), Problem.MOST_SHOWN)
                                    + "'; a prompt has prompt and, if at all, answer");
                }
            }
        }
        if (given instanceof Map<?, ?> object
                && object.get("prompt") instanceof String prompt
                && !prompt.isBlank()
                && (object.get("answer") == null || object.get("answer") instanceof String)) {
            return new CalibrationPrompt(prompt, (String) object.get("answer"));
        }
        throw Problem.invalid(where, where + " must be an object with a text prompt and, if at all, a text answer");
    }
}
