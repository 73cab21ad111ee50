package io.tokenrouter.train.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of prompts. */
class PromptSourceTest {

    @TempDir
    Path folder;

    @Test
    void eachLineIsAPromptWithOrWithoutAnAnswer() throws IOException {
        Path file = write(
                "{\"prompt\": \"a\", \"answer\": \"b\"}\n\n{\"prompt\": \"c\"}\n{\"prompt\": \"d\", \"answer\": 5}");
        assertThat(PromptSource.read(file, 10).prompts())
                .containsExactly(
                        new TrainingPrompt("a", "b"), new TrainingPrompt("c", null), new TrainingPrompt("d", "5"));
        assertThat(PromptSource.read(file, 1).prompts()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{", "{\"prompt\": 3}", "{\"prompt\": \"a\", \"answer\": {}}", "{\"prompt\": \" \"}"})
    void otherLinesAreNamed(String line) throws IOException {
        Path file = write("{\"prompt\": \"a\"}\n" + line);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> PromptSource.read(file, 10))
                .withMessageContaining("line 2");
    }

    @Test
    void moreDemoProblemsBeginWithTheFewer() {
        List<TrainingPrompt> few = PromptSource.demo(5).prompts();
        assertThat(PromptSource.demo(9).prompts().subList(0, 5)).isEqualTo(few);
        assertThat(PromptSource.demo(9).name()).isEqualTo(PromptSource.demo(5).name());
        assertThat(PromptSource.demoTest(9).prompts()).doesNotContainAnyElementsOf(few);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("prompts.jsonl"), text);
    }
}
