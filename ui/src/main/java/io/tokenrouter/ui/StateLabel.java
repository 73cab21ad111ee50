package io.tokenrouter.ui;

/**
 * A state as it is drawn: always a shape and a word, never colour alone.
 *
 * @param tone class of the style sheet; empty for none
 * @param icon name of the symbol without its prefix
 */
record StateLabel(String word, String tone, String icon) {

    static StateLabel of(ServingState state) {
        return switch (state) {
            case UNLOADED -> new StateLabel("Unloaded", "", "s-stopped");
            case LOADING -> new StateLabel("Loading", "", "s-loading");
            case SERVING -> new StateLabel("Serving", "ok", "s-serving");
            case DRAINING -> new StateLabel("Draining", "warn", "s-draining");
            case FAILED -> new StateLabel("Failed", "bad", "s-failed");
        };
    }

    /** The same while some of the work is done. */
    StateLabel at(int done, int steps) {
        return steps == 0 ? this : new StateLabel(word + " " + 100 * done / steps + " %", tone, icon);
    }

    /** Of a model, which is loaded rather than serving. */
    static StateLabel ofModel(ServingState state) {
        return state == ServingState.SERVING ? new StateLabel("Loaded", "ok", "s-serving") : of(state);
    }
}
