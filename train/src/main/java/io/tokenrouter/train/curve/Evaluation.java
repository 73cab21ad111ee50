package io.tokenrouter.train.curve;

import io.tokenrouter.train.labels.Outcome;
import io.tokenrouter.train.labels.TrainingPrompt;
import io.tokenrouter.train.pair.Answer;
import io.tokenrouter.train.pair.Asker;
import io.tokenrouter.train.pair.ModelPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/** Asks a pair the same prompts under several policies, and grades the answers. */
public final class Evaluation {

    private final Asker asker;
    private final ModelPair pair;
    private final List<TrainingPrompt> prompts;
    private final int maxTokens;

    /** @param prompts each with an answer */
    public Evaluation(Asker asker, ModelPair pair, List<TrainingPrompt> prompts, int maxTokens) {
        this.asker = asker;
        this.pair = pair;
        this.prompts = List.copyOf(prompts);
        this.maxTokens = maxTokens;
    }

    /** @param done told how many are measured */
    public List<CurvePoint> run(List<Measured> all, IntConsumer done) throws InterruptedException {
        List<CurvePoint> points = new ArrayList<>();
        for (Measured each : all) {
            points.add(measure(each));
            done.accept(points.size());
        }
        return points;
    }

    private CurvePoint measure(Measured measured) throws InterruptedException {
        List<CompletableFuture<Answer>> asked = new ArrayList<>();
        for (int i = 0; i < prompts.size(); i++) {
            asked.add(asker.ask(ModelPair.PAIR, pair.prompt(prompts.get(i).prompt()), maxTokens, measured.policy(), i));
        }
        long tokens = 0;
        long large = 0;
        long switches = 0;
        int right = 0;
        for (int i = 0; i < prompts.size(); i++) {
            Answer answer = asked.get(i).join();
            String expected = Objects.requireNonNull(prompts.get(i).answer());
            tokens += answer.ids().length;
            large += answer.largeTokens();
            switches += answer.switches();
            right += Outcome.of(answer, pair.text(answer.ids())).isRight(expected) ? 1 : 0;
        }
        double count = prompts.size();
        return new CurvePoint(
                measured.name(), measured.threshold(), large / (double) tokens, right / count, switches / count);
    }
}
