package io.tokenrouter.ui;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pair as operators see it.
 *
 * @param id as API callers name it
 * @param reason why it is in this state, a sentence for people; null where the state says all
 * @param smallId id of its small model
 * @param largeId id of its large model
 * @param policy decides who writes, unless a request names another
 * @param contextLength most ids of prompt and answer together
 * @param examples prompts that this pair was made for, offered as buttons; may be empty
 * @param quality what was measured with this pair; null if nothing was
 */
public record PairView(
        String id,
        ServingState state,
        @Nullable String reason,
        String smallId,
        String largeId,
        PolicyView policy,
        int contextLength,
        List<ExamplePrompt> examples,
        @Nullable MeasuredQuality quality) {

    public PairView {
        examples = List.copyOf(examples);
    }
}
