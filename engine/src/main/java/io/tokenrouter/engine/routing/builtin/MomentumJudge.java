package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.Step;

/**
 * Keeps the calm m, which every sure row of the small model draws to 1 and every unsure one to 0: {@code m <- decay m +
 * (1 - decay) [sure]}. Hard where m is at or below {@code low}, or {@code high} while the large model writes. A request
 * begins with no calm and the large model, as in R2R's released code.
 */
final class MomentumJudge implements Judge {

    private final Rule rule;
    private double calm;
    private boolean largeHolds = true;

    /** The options of one policy. */
    record Rule(Metric metric, double threshold, double decay, double low, double high) {}

    MomentumJudge(Rule rule) {
        this.rule = rule;
    }

    @Override
    public boolean isHard(Step row) {
        boolean unsure = rule.metric().isUnsure(rule.metric().of(row), rule.threshold());
        calm = rule.decay() * calm + (1 - rule.decay()) * (unsure ? 0 : 1);
        return calm <= (largeHolds ? rule.high() : rule.low());
    }

    @Override
    public void wrote(Role writer) {
        largeHolds = writer.equals(Role.LARGE);
    }

    @Override
    public boolean keepsLarge() {
        return false;
    }
}
