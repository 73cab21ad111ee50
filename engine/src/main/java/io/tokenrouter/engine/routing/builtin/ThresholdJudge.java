package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.Step;

/** Hard where the mean over a window of the small model's rows is unsure. */
final class ThresholdJudge implements Judge {

    private final Thresholds thresholds;
    private final double scale;
    private final Window window;
    private Role writer = Role.SMALL;
    private int run;

    ThresholdJudge(Thresholds thresholds, int vocabularySize) {
        this.thresholds = thresholds;
        this.scale = thresholds.scale(vocabularySize);
        this.window = new Window(thresholds.window());
        this.run = thresholds.minStay();
    }

    @Override
    public boolean isHard(Step row) {
        double value = thresholds.metric().of(row) * scale;
        double level = window.meanWith(value);
        window.add(value);
        boolean largeHolds = writer.equals(Role.LARGE);
        return run < thresholds.minStay() ? largeHolds : thresholds.isUnsure(level, largeHolds);
    }

    @Override
    public void wrote(Role by) {
        run = by.equals(writer) ? run + 1 : 1;
        writer = by;
    }

    @Override
    public boolean keepsLarge() {
        return writer.equals(Role.LARGE) && run < thresholds.minStay();
    }
}
