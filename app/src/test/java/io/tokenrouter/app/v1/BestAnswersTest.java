package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.UnlimitedCaller;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.KeptCaches;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BestAnswersTest {

    private static final GenerationRequest REQUEST = new GenerationRequest(
            "r", "small", new int[] {1}, SamplingParams.GREEDY, StopCriteria.maxTokens(9), null, 0);

    @Test
    void theMostProbableInTheMeanComeFirst() {
        List<FinishedChoice> all = List.of(
                choice(0, 0, "long", -1f, -1f, -1f, -1f),
                choice(1, 0, "short", -1.5f),
                choice(2, 0, "best", -0.5f, Float.NaN),
                choice(3, 1, "x", -3f),
                choice(4, 1, "y", -4f),
                choice(5, 1, "z", -2f));
        List<FinishedChoice> told = BestAnswers.of(job(all, 2), all);
        assertThat(told).extracting(FinishedChoice::text).containsExactly("best", "long", "z", "x");
        assertThat(told).extracting(choice -> choice.asked().index()).containsExactly(0, 1, 2, 3);
    }

    @Test
    void answersOfWhichNoneIsLeftOutKeepTheirOrder() {
        List<FinishedChoice> all = List.of(choice(0, 0, "worse", -2f), choice(1, 0, "better", -1f));
        assertThat(BestAnswers.of(job(all, 2), all))
                .extracting(FinishedChoice::text)
                .containsExactly("worse", "better");
    }

    private static Job job(List<FinishedChoice> all, int answers) {
        Served small = Catalogs.duo().find("small").orElseThrow();
        return new Job(
                "cmpl-1",
                1L,
                UnlimitedCaller.ANONYMOUS,
                small,
                all.stream().map(FinishedChoice::asked).toList(),
                new Job.Output(false, false, false, -1, false, answers, null),
                new AppliedRouting.None(),
                1L);
    }

    private static FinishedChoice choice(int index, int prompt, String text, float... logprobs) {
        List<TokenEvent.Token> tokens = new ArrayList<>();
        for (int i = 0; i < logprobs.length; i++) {
            tokens.add(new TokenEvent.Token(i, 5, "small", logprobs[i], 0f, null, new int[0], new float[0]));
        }
        GenerationStats stats = new GenerationStats(1, 0, Map.of(), 0, Map.of(), 0, 0, KeptCaches.NONE, 0, 0, 0);
        return new FinishedChoice(
                new Job.Choice(index, prompt, REQUEST, ""),
                text,
                List.of(),
                tokens,
                tokens,
                new TokenEvent.Finished(FinishReason.STOP, null, stats));
    }
}
