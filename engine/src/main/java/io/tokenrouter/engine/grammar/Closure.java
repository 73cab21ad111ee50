package io.tokenrouter.engine.grammar;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows edges for nothing, calls and returns to the places that read a byte, in the order of preference.
 *
 * <p>A schema can be made so that there are exponentially many ways to read a text. Beyond a limit the less preferred are given up.
 * That is sound, because every place leads to an end of its own, and it depends on nothing but the text: some answers cannot be
 * written then, and no wrong one can.
 */
final class Closure {

    /** Narrower for places in free text, since there every token of the vocabulary is tried on each of them. */
    static final int MOST_WIDE = 8;

    static final int MOST_PLACES = 256;
    private static final int MOST_VISITS = 8 * MOST_PLACES;

    private final List<Place> places = new ArrayList<>();
    private final Deque<Place> open = new ArrayDeque<>();
    private final Set<Place> visited = new HashSet<>();
    private int wide;
    private boolean complete;

    void add(Node node, @Nullable Frame stack) {
        open.push(new Place(node, stack));
        while (!open.isEmpty()) {
            Place place = open.pop();
            if (mayGoOn() && visited.add(place)) {
                visit(place.node(), place.stack(), place);
            }
        }
    }

    Reading reading() {
        return new Reading(List.copyOf(places), complete);
    }

    /** However long the way to the first place is: to give that up would leave nothing that can be written. */
    private boolean mayGoOn() {
        return visited.size() < MOST_VISITS || places.isEmpty() && !complete;
    }

    private void visit(Node node, @Nullable Frame stack, Place place) {
        if (node.hasEdges() && places.size() < MOST_PLACES && (!node.isWide() || wide < MOST_WIDE)) {
            places.add(place);
            wide += node.isWide() ? 1 : 0;
        }
        // what is pushed last is visited first
        if (node.endsPart()) {
            if (stack == null) {
                complete = true;
            } else {
                open.push(new Place(stack.returnTo(), stack.below()));
            }
        }
        Node called = node.callStart();
        if (called != null) {
            Node back = node.callReturn();
            open.push(new Place(called, back.onlyEnds() ? stack : new Frame(back, stack)));
        }
        Node[] free = node.free();
        for (int i = free.length - 1; i >= 0; i--) {
            open.push(new Place(free[i], stack));
        }
    }
}
