package io.tokenrouter.engine.subserver;

import java.util.List;

/**
 * Models whose steps are decided upon together: they share a device, or requests go between them.
 *
 * @param models ids; the small model of a pair before the large one
 * @param maxRows most rows of a step, one for each model
 * @param stepSizes numbers of rows at which a step's time jumps, one list for each model, empty where it rises smoothly
 * @param oneStepAtATime true if all of them share a device that runs one step at a time
 */
public record GroupShape(
        List<String> models, List<Integer> maxRows, List<List<Integer>> stepSizes, boolean oneStepAtATime) {

    public GroupShape {
        models = List.copyOf(models);
        maxRows = List.copyOf(maxRows);
        stepSizes = stepSizes.stream().map(List::copyOf).toList();
    }
}
