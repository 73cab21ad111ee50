package io.tokenrouter.train.labels;

import java.util.List;

/**
 * The positions of one prompt's answer.
 *
 * @param index of the prompt in its source
 */
public record LabelledPrompt(int index, List<Position> positions) {

    public LabelledPrompt {
        positions = List.copyOf(positions);
    }
}
