package io.tokenrouter.engine.throughput;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers of states in the order in which they were found. */
final class StateIndex {

    private final Map<StationState, Integer> numbers = new HashMap<>();
    private final List<StationState> states = new ArrayList<>();
    private final int most;

    /**
     * @param most states; a chain that has more is given up
     */
    StateIndex(int most) {
        this.most = most;
    }

    int number(StationState state) {
        Integer number = numbers.get(state);
        if (number == null) {
            if (states.size() == most) {
                throw new TooManyStatesException(most);
            }
            number = states.size();
            numbers.put(state, number);
            states.add(state);
        }
        return number;
    }

    StationState state(int number) {
        return states.get(number);
    }

    int size() {
        return states.size();
    }
}
