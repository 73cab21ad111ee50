package io.tokenrouter.train.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stop at any byte leaves of a file of labels. */
class LabelFileTest {

    private static final String ORIGIN = "models a and b";
    private static final List<LabelledPrompt> PROMPTS = IntStream.range(0, 3)
            .mapToObj(i -> new LabelledPrompt(
                    i,
                    List.of(
                            new Position(i, false, false, 0.5f, new float[] {1, i}),
                            new Position(7, true, i == 1, 2f, new float[] {-1, 3}))))
            .toList();

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void name() {
        path = folder.resolve("labels");
    }

    @Test
    void aFileCutOffAnywhereKeepsItsWholeRecordsAndGoesOn() throws IOException {
        write(PROMPTS);
        byte[] whole = Files.readAllBytes(path);
        for (int bytes = 0; bytes <= whole.length; bytes++) {
            Files.write(path, Arrays.copyOf(whole, bytes));
            try (LabelFile file = open()) {
                assertThat(text(file.read())).isEqualTo(text(PROMPTS.subList(0, file.count())));
                for (LabelledPrompt missing : PROMPTS.subList(file.count(), PROMPTS.size())) {
                    file.append(missing);
                }
            }
            assertThat(Files.readAllBytes(path)).as("cut after %d bytes", bytes).isEqualTo(whole);
        }
    }

    @Test
    void aRecordThatWasDamagedAndWhatFollowsIsLeftOut() throws IOException {
        write(PROMPTS);
        byte[] damaged = Files.readAllBytes(path);
        int record = (damaged.length - "TokenRouter labels 1: models a and b\n".length()) / 3;
        damaged[damaged.length - record - 1] ^= 1;
        Files.write(path, damaged);
        try (LabelFile file = open()) {
            assertThat(file.count()).isEqualTo(1);
        }
    }

    @Test
    void labelsOfOtherModelsAreRefusedAndLeftAsTheyAre() throws IOException {
        write(PROMPTS);
        byte[] before = Files.readAllBytes(path);
        for (String other : List.of("models a and c", "models", "models a and b, and much more")) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> LabelFile.open(path, other, 2))
                    .withMessageContaining("labels of other models");
        }
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
    }

    private void write(List<LabelledPrompt> prompts) throws IOException {
        try (LabelFile file = open()) {
            for (LabelledPrompt prompt : prompts) {
                file.append(prompt);
            }
        }
    }

    private LabelFile open() throws IOException {
        return LabelFile.open(path, ORIGIN, 2);
    }

    private static List<String> text(List<LabelledPrompt> prompts) {
        return prompts.stream()
                .flatMap(prompt -> prompt.positions().stream()
                        .map(p -> "%d: %d %s %s %s %s"
                                .formatted(
                                        prompt.index(),
                                        p.token(),
                                        p.differs(),
                                        p.needed(),
                                        p.entropy(),
                                        Arrays.toString(p.inputs()))))
                .toList();
    }
}
