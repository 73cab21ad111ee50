package io.tokenrouter.train.labels;

import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.train.pair.Answer;
import io.tokenrouter.train.pair.Asker;
import io.tokenrouter.train.pair.ModelPair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Labels prompts with the pair itself, as R2R does (Fu et al., arXiv 2505.21600). The large model answers; at every position the small
 * one is asked as well. Where they differ the small model's token is put in and the large model writes on from there alone: the
 * position needs the large model if that spoils the answer.
 */
public final class Labeller {

    private static final CompletableFuture<Answer> NO_ANSWER =
            CompletableFuture.completedFuture(new Answer(new int[0], 0, 0, false));

    private final ModelPair pair;
    private final TrajectoryFactory trajectories;
    private final int maxTokens;
    private final int atOnce;

    /**
     * @param trajectories that {@code pair} was opened with
     * @param maxTokens of an answer
     * @param atOnce requests in flight
     */
    public Labeller(ModelPair pair, TrajectoryFactory trajectories, int maxTokens, int atOnce) {
        this.pair = pair;
        this.trajectories = trajectories;
        this.maxTokens = maxTokens;
        this.atOnce = atOnce;
    }

    private record Started(int index, TrainingPrompt prompt, int[] ids, CompletableFuture<Answer> answer) {}

    /** An answer, and for each of its positions what became of it with the small model's token; null where that is the same. */
    private record Followed(Started start, List<Step> steps, List<@Nullable CompletableFuture<Answer>> others) {}

    /**
     * Labels what {@code file} has not yet. Stopped at any moment, the next call goes on. A prompt that is too long for one of the models
     * has no positions.
     *
     * @param done told how many prompts are labelled
     */
    public void label(List<TrainingPrompt> prompts, LabelFile file, IntConsumer done)
            throws IOException, InterruptedException {
        Asker asker = pair.asker(atOnce);
        int labelled = file.count();
        done.accept(Math.min(labelled, prompts.size()));
        while (labelled < prompts.size()) {
            List<Started> started = new ArrayList<>();
            for (int i = labelled; i < Math.min(labelled + 2 * atOnce, prompts.size()); i++) {
                started.add(start(i, prompts.get(i), asker));
            }
            List<Followed> followed = new ArrayList<>();
            for (Started each : started) {
                followed.add(follow(each, asker));
            }
            for (Followed each : followed) {
                file.append(judged(each));
            }
            labelled += followed.size();
            done.accept(labelled);
        }
    }

    private Started start(int index, TrainingPrompt prompt, Asker asker) throws InterruptedException {
        int[] ids = pair.prompt(prompt.prompt());
        CompletableFuture<Answer> answer = pair.hasRoomFor(ids)
                ? asker.ask(ModelPair.PAIR, ids, maxTokens, TrajectoryFactory.POLICY, index)
                : NO_ANSWER;
        return new Started(index, prompt, ids, answer);
    }

    private Followed follow(Started start, Asker asker) throws InterruptedException {
        int[] ids = start.answer().join().ids();
        if (ids.length == 0) {
            return new Followed(start, List.of(), List.of());
        }
        List<Step> steps = trajectories.take(start.index()).steps();
        List<@Nullable CompletableFuture<Answer>> others = new ArrayList<>();
        for (int i = 0; i < ids.length; i++) {
            others.add(
                    steps.get(i).token() == ids[i]
                            ? null
                            : other(start, ids, i, steps.get(i).token(), asker));
        }
        return new Followed(start, steps, others);
    }

    private CompletableFuture<Answer> other(Started start, int[] answer, int position, int token, Asker asker)
            throws InterruptedException {
        int[] begun = Arrays.copyOf(answer, position + 1);
        begun[position] = token;
        int[] prompt = Arrays.copyOf(start.ids(), start.ids().length + begun.length);
        System.arraycopy(begun, 0, prompt, start.ids().length, begun.length);
        if (pair.isEnd(token) || begun.length == maxTokens || !pair.hasRoomFor(prompt)) {
            return CompletableFuture.completedFuture(new Answer(begun, 0, 0, pair.isEnd(token)));
        }
        return asker.ask(ModelPair.LARGE, prompt, maxTokens - begun.length, null, 0)
                .thenApply(rest -> {
                    int[] ids = Arrays.copyOf(begun, begun.length + rest.ids().length);
                    System.arraycopy(rest.ids(), 0, ids, begun.length, rest.ids().length);
                    return new Answer(ids, rest.largeTokens(), 0, rest.ended());
                });
    }

    private LabelledPrompt judged(Followed followed) {
        Outcome before = outcome(followed.start().answer().join());
        List<Position> positions = new ArrayList<>();
        for (int i = 0; i < followed.others().size(); i++) {
            CompletableFuture<Answer> other = followed.others().get(i);
            boolean needed = other != null
                    && outcome(other.join())
                            .isWorseThan(before, followed.start().prompt().answer());
            Step step = followed.steps().get(i);
            positions.add(new Position(step.token(), other != null, needed, step.entropy(), step.heads()));
        }
        return new LabelledPrompt(followed.start().index(), positions);
    }

    private Outcome outcome(Answer answer) {
        return Outcome.of(answer, pair.text(answer.ids()));
    }
}
