package io.tokenrouter.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.heads.HeadFolders;
import io.tokenrouter.engine.heads.HeadLibrary;
import io.tokenrouter.engine.heads.RouterHead;
import io.tokenrouter.engine.heads.RowInputs;
import io.tokenrouter.train.head.Examples;
import io.tokenrouter.train.head.HeadShape;
import io.tokenrouter.train.head.HeadTrainer;
import io.tokenrouter.train.head.PyTorch;
import io.tokenrouter.train.head.TrainedHead;
import io.tokenrouter.train.head.TrainingOptions;
import io.tokenrouter.train.labels.LabelFile;
import io.tokenrouter.train.labels.Labeller;
import io.tokenrouter.train.labels.PromptSource;
import io.tokenrouter.train.labels.TrainingPrompt;
import io.tokenrouter.train.labels.TrajectoryFactory;
import io.tokenrouter.train.pair.ModelPair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number that the engine computes on a row of the small model is the one that training computed there. */
class ServedScoresTest {

    private static final int TOP = 16;
    private static final int MOST_TOKENS = 170;
    private static final List<TrainingPrompt> PROMPTS = PromptSource.demo(4).prompts();

    @TempDir
    Path folder;

    @Test
    void theEngineGivesTheScoresOfTraining() throws Exception {
        PyTorch.load(Path.of("target", "pytorch"), 1);
        TrainedHead trained = train();
        trained.write(folder.resolve("tried.safetensors"), Map.of("threshold", "0.5"));
        RouterHead head = new HeadFolders(List.of(folder)).find("tried").orElseThrow();
        float[] scores = trained.validationScores();
        List<Float> served = served(head);
        assertThat(served).hasSize(scores.length);
        for (int i = 0; i < scores.length; i++) {
            assertThat(served.get(i)).as("position %d", i).isCloseTo(scores[i], within(1e-4f));
        }
        assertThat(served.stream().distinct().count())
                .as("they tell positions apart")
                .isGreaterThan(10);
    }

    private TrainedHead train() throws Exception {
        TrajectoryFactory trajectories = new TrajectoryFactory(new RowInputs(TOP));
        try (ModelPair pair = open(trajectories);
                LabelFile file = LabelFile.open(folder.resolve("labels"), "demo", pair.hiddenSize() + TOP)) {
            new Labeller(pair, trajectories, MOST_TOKENS, 8).label(PROMPTS, file, done -> {});
            HeadShape shape = new HeadShape(pair.hiddenSize(), TOP, 24, 2);
            Examples all = Examples.of(file.read(), pair.embeddings(), shape);
            return new HeadTrainer(shape, new TrainingOptions(2, 32, 0.003f, 0.01f, 0.1f, 3), all, all)
                    .train(folder.resolve("checkpoints"), (epoch, loss) -> {});
        }
    }

    private static List<Float> served(RouterHead head) throws Exception {
        TrajectoryFactory trajectories = new TrajectoryFactory(head.net());
        List<Float> served = new ArrayList<>();
        try (ModelPair pair = open(trajectories)) {
            for (int i = 0; i < PROMPTS.size(); i++) {
                pair.asker(1)
                        .ask(
                                ModelPair.PAIR,
                                pair.prompt(PROMPTS.get(i).prompt()),
                                MOST_TOKENS,
                                TrajectoryFactory.POLICY,
                                i)
                        .join();
                trajectories.take(i).steps().forEach(step -> served.add(step.heads()[0]));
            }
        }
        return served;
    }

    private static ModelPair open(TrajectoryFactory trajectories) throws IOException {
        return ModelPair.open(DemoFiles.SMALL, DemoFiles.LARGE, 2, 8, List.of(trajectories), HeadLibrary.EMPTY);
    }
}
