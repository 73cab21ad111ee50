package io.tokenrouter.train.labels;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.heads.HeadLibrary;
import io.tokenrouter.engine.heads.RowInputs;
import io.tokenrouter.train.DemoFiles;
import io.tokenrouter.train.pair.Answer;
import io.tokenrouter.train.pair.ModelPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo pair labels a few of its problems. */
class LabellerTest {

    private static final int TOP = 8;
    private static final int MOST_TOKENS = 170;
    private static final List<TrainingPrompt> PROMPTS = PromptSource.demo(3).prompts();

    private static TrajectoryFactory trajectories;
    private static ModelPair pair;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() throws IOException {
        trajectories = new TrajectoryFactory(new RowInputs(TOP));
        pair = ModelPair.open(DemoFiles.SMALL, DemoFiles.LARGE, 2, 8, List.of(trajectories), HeadLibrary.EMPTY);
    }

    @AfterAll
    static void close() {
        pair.close();
    }

    @Test
    void positionsAreThoseOfTheLargeModelsAnswerAndNeededOnesSpoilIt() throws Exception {
        List<LabelledPrompt> labelled = label(folder.resolve("labels"), PROMPTS, 4);
        int needed = 0;
        for (LabelledPrompt prompt : labelled) {
            TrainingPrompt problem = PROMPTS.get(prompt.index());
            int[] ids = pair.prompt(problem.prompt());
            int[] alone = large(ids).ids();
            assertThat(prompt.positions()).hasSameSizeAs(alone);
            for (int i = 0; i < alone.length; i++) {
                Position position = prompt.positions().get(i);
                assertThat(position.differs()).isEqualTo(position.token() != alone[i]);
                assertThat(position.inputs()).hasSize(pair.hiddenSize() + TOP);
                if (position.needed()) {
                    needed++;
                    assertThat(position.differs()).isTrue();
                    assertThat(spoiled(ids, alone, i, position.token(), problem))
                            .isTrue();
                }
            }
        }
        assertThat(needed).as("the small model alone gets most of them wrong").isPositive();
    }

    @Test
    void labellingGoesOnWhereItWasCutOff() throws Exception {
        Path whole = folder.resolve("whole");
        label(whole, PROMPTS, 8);
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = folder.resolve("cut");
        Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
        label(cut, PROMPTS, 2);
        assertThat(Files.readAllBytes(cut)).isEqualTo(bytes);
    }

    @Test
    void aPromptForWhichThereIsNoRoomHasNoPositionsAndTheOthersAreLabelled() throws Exception {
        TrainingPrompt tooLong = new TrainingPrompt("1".repeat(600), "1");
        List<LabelledPrompt> labelled = label(folder.resolve("labels"), List.of(tooLong, PROMPTS.getFirst()), 4);
        assertThat(labelled.getFirst().positions()).isEmpty();
        assertThat(labelled.getLast().positions()).isNotEmpty();
    }

    @Test
    void anAnswerThatFillsTheContextIsLabelledToItsEnd() throws Exception {
        int context = 512;
        // the answer ends where the context does, whatever the models write
        TrainingPrompt almost = new TrainingPrompt("1".repeat(490), "1");
        int room = context - pair.prompt(almost.prompt()).length;
        assertThat(room).isBetween(1, 30);
        List<LabelledPrompt> labelled = label(folder.resolve("labels"), List.of(almost), 4);
        assertThat(labelled.getFirst().positions()).hasSizeBetween(1, room);
    }

    private List<LabelledPrompt> label(Path path, List<TrainingPrompt> prompts, int atOnce) throws Exception {
        try (LabelFile file = LabelFile.open(path, "demo", pair.hiddenSize() + TOP)) {
            new Labeller(pair, trajectories, MOST_TOKENS, atOnce).label(prompts, file, done -> {});
            return file.read();
        }
    }

    private static boolean spoiled(int[] prompt, int[] answer, int position, int token, TrainingPrompt problem)
            throws InterruptedException {
        int[] begun = Arrays.copyOf(prompt, prompt.length + position + 1);
        System.arraycopy(answer, 0, begun, prompt.length, position);
        begun[begun.length - 1] = token;
        String before = pair.text(answer).strip();
        String after = pair.text(begun) + pair.text(large(begun).ids());
        return before.endsWith(" " + problem.answer()) && !after.strip().endsWith(" " + problem.answer());
    }

    private static Answer large(int[] prompt) throws InterruptedException {
        return pair.asker(1).ask(ModelPair.LARGE, prompt, MOST_TOKENS, null, 0).join();
    }
}
