package io.tokenrouter.app.calibration;

import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.engine.calibrate.ReplayPrompt;
import io.tokenrouter.engine.calibrate.ReplayPrompt.Grader;
import io.tokenrouter.engine.text.LastLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings messages to the form in which a pair is asked. Blocks. */
final class ReplayPrompts {

    private final ServedPair pair;
    private final int maxTokens;

    /** @param maxTokens of each answer */
    ReplayPrompts(ServedPair pair, int maxTokens) {
        this.pair = pair;
        this.maxTokens = maxTokens;
    }

    /** @throws CalibrationRefusal INVALID for one that has no room in the pair's context */
    List<ReplayPrompt> of(String field, List<CalibrationPrompt> given) throws InterruptedException {
        List<ReplayPrompt> prompts = new ArrayList<>(given.size());
        for (int i = 0; i < given.size(); i++) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            int[] ids = ids(given.get(i).prompt());
            if (ids.length + maxTokens > pair.contextLength()) {
                throw CalibrationRefusal.invalid(
                        field,
                        field + "[" + i + "] has " + ids.length + " tokens; with " + maxTokens
                                + " of an answer that is more than the context of " + pair.contextLength());
            }
            prompts.add(new ReplayPrompt(ids, grader(given.get(i).answer())));
        }
        return prompts;
    }

    private int[] ids(String message) {
        return pair.tokenizer()
                .encode(pair.chatTemplate()
                        .render(List.of(Map.of("role", "user", "content", message)), List.of(), Map.of()));
    }

    private @Nullable Grader grader(@Nullable String answer) {
        return answer == null
                ? null
                : (ids, ended) ->
                        ended && LastLine.isRight(LastLine.of(pair.tokenizer().decode(ids)), answer);
    }
}
