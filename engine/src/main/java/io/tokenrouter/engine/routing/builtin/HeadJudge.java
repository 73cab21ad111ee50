package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.heads.RouterHead;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.Step;

/**
 * Hard where a trained head says so. It remembers nothing.
 *
 * @param id of the head, for errors
 */
record HeadJudge(String id, RouterHead.Score score, double threshold) implements Judge {

    /** @throws IllegalStateException if the head's number is not defined, which is no sign of confidence */
    @Override
    public boolean isHard(Step row) {
        float number = row.heads()[0];
        if (Float.isNaN(number)) {
            throw new IllegalStateException("the router head '" + id + "' gave a number that is not defined");
        }
        return score == RouterHead.Score.HARD ? number >= (float) threshold : number < (float) threshold;
    }

    @Override
    public void wrote(Role writer) {}

    @Override
    public boolean keepsLarge() {
        return false;
    }
}
