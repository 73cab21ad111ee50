package io.tokenrouter.engine.grammar;

import java.util.List;

/**
 * All ways to read what was written so far.
 *
 * @param places the preferred way first
 * @param complete whether the whole may end here
 */
record Reading(List<Place> places, boolean complete) {

    /** What was written is no beginning of anything that the grammar allows. */
    boolean isDead() {
        return places.isEmpty() && !complete;
    }

    /** Nothing can be added. */
    boolean isOver() {
        return places.isEmpty();
    }

    /** Before the first byte. */
    static Reading start(Node start) {
        Closure closure = new Closure();
        closure.add(start, null);
        return closure.reading();
    }

    /** After one more byte, 0 to 255. */
    Reading after(int value) {
        Closure closure = new Closure();
        for (Place place : places) {
            Node target = place.node().target(value);
            if (target != null) {
                closure.add(target, place.stack());
            }
        }
        return closure.reading();
    }
}
