package io.tokenrouter.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.fixtures.Greedy;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ModelLoaderTest {

    private static final CpuExecutorOptions OPTIONS = CpuExecutorOptions.DEFAULTS.withKvBytes(4 << 20);

    @TempDir
    Path folder;

    private final CpuDevice device = new CpuDevice(2);
    private final ModelLoader loader = new ModelLoader(device);

    @AfterEach
    void closeDevice() {
        device.close();
    }

    @Test
    void theLargeDemoModelWorksAProblemOut() throws IOException {
        try (LoadedModel model = load("large", DemoModels.LARGE)) {
            assertThat(answer(
                            model,
                            "Sara has 54 old and 75 new beads. A friend takes 55. A friend brings 257 more."
                                    + " How many beads are there at the end?"))
                    .isEqualTo("""
                            The old and new make 54 + 75 = 129.
                            Taking 55 leaves 129 - 55 = 74.
                            Bringing 257 more makes 74 + 257 = 331.
                            Answer: 331""");
        }
    }

    @Test
    void describesWhatItLoaded() throws IOException {
        try (LoadedModel model = load("small", DemoModels.SMALL)) {
            ModelDescription description = model.description();
            assertThat(model.id()).isEqualTo("small");
            assertThat(description.bytes()).isEqualTo(Files.size(DemoModels.SMALL));
            assertThat(description.parameters()).isEqualTo(139_584);
            assertThat(description.weightFormat()).isEqualTo("BF16");
            assertThat(description.tokenizerSize()).isEqualTo(512);
            assertThat(description.config().name()).isEqualTo("TokenRouter demo small");
            assertThat(model.executor().spec().vocabularySize()).isEqualTo(512);
        }
    }

    @Test
    void loadsAHuggingFaceFolder() throws IOException {
        Path path = SharedFiles.require("golden/tiny/qwen2");
        try (LoadedModel model = load("qwen", path)) {
            ModelDescription description = model.description();
            assertThat(description.file()).isEqualTo(path);
            assertThat(description.weightFormat()).isEqualTo("BF16");
            assertThat(description.bytes()).isEqualTo(Files.size(path.resolve("model.safetensors")));
            assertThat(description.tokenizerSize()).isEqualTo(512);
            assertThat(description.config().vocabularySize()).isEqualTo(544);
            // those of generation_config.json, config.json and tokenizer_config.json together
            assertThat(model.tokenizer().vocabulary().endIds()).contains(506, 508);
            // the first greedy ids of its reference, at gaps that keys and values in half precision cannot turn
            assertThat(new Greedy(model.executor())
                            .decode(new int[] {384}, 4).stream().map(TokenCandidate::token))
                    .containsExactly(99, 96, 83, 480);
            assertThat(model.tokenizer()
                            .decode(model.tokenizer()
                                    .encode(model.chatTemplate()
                                            .render(
                                                    List.of(Map.of("role", "user", "content", "Hi")),
                                                    List.of(),
                                                    Map.of()))))
                    .contains("Hi");
        }
    }

    /** Files have ids without a piece; their rows of the embedding were never trained. */
    @Test
    void idsThatStandForNothingAreNeverWritten() throws IOException {
        Path whole = SharedFiles.require("golden/tiny/qwen2");
        try (Stream<Path> files = Files.list(whole)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        JsonNode tokenizer =
                JsonMapper.shared().readTree(folder.resolve("tokenizer.json").toFile());
        ((ObjectNode) tokenizer.path("model").path("vocab")).remove("¦");
        Files.writeString(folder.resolve("tokenizer.json"), tokenizer.toString());
        try (LoadedModel complete = load("complete", whole);
                LoadedModel gap = load("gap", folder)) {
            TokenCandidate best =
                    new Greedy(complete.executor()).decode(new int[] {384}, 1).getFirst();
            assertThat(complete.tokenizer().vocabulary().piece(best.token())).isEqualTo("¦");
            assertThat(gap.tokenizer().vocabulary().piece(best.token())).isEmpty();

            TokenCandidate next =
                    new Greedy(gap.executor()).decode(new int[] {384}, 1).getFirst();
            assertThat(next.token()).isEqualTo(best.topIds()[1]);
            assertThat(next.topIds()).doesNotContain(best.token());
            assertThat(next.entropy()).isFinite();
        }
    }

    @Test
    void tellsItsProgressInOrder() throws IOException {
        List<LoadProgress.Stage> stages = new ArrayList<>();
        loader.load("small", DemoModels.SMALL, OPTIONS, stages::add).close();
        assertThat(stages).containsExactly(LoadProgress.Stage.values());
    }

    @Test
    void aClosedModelIsUnmapped() throws IOException {
        LoadedModel model = load("small", DemoModels.SMALL);
        model.close();
        assertThatIllegalStateException().isThrownBy(() -> new Greedy(model.executor()).decode(new int[] {3}, 1));
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> model.weights().get("token_embd.weight").data().get(ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void refusesWhatIsNoModel() throws IOException {
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> load("none", folder.resolve("none.gguf")));
        Path text = Files.writeString(folder.resolve("notes.gguf"), "these are only some notes");
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> load("notes", text))
                .withMessageContaining("not a GGUF file")
                .withMessageContaining("a Hugging Face folder with config.json and safetensors files");
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> load("folder", folder))
                .withMessageContaining("has no config.json")
                .withMessageContaining("a model is a GGUF file, or a Hugging Face folder")
                .withMessageContaining("this folder holds notes.gguf, so name that");
    }

    @Test
    void refusesAFileThatWasCutOffAndNamesTheTensor() throws IOException {
        byte[] whole = Files.readAllBytes(DemoModels.SMALL);
        Path cut = Files.write(folder.resolve("cut.gguf"), Arrays.copyOf(whole, whole.length - 4096));
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> load("cut", cut))
                .withMessageContaining("blk.1.ffn_")
                .withMessageContaining("does not lie inside the file");
    }

    private LoadedModel load(String id, Path file) throws IOException {
        return loader.load(id, file, OPTIONS, LoadProgress.NONE);
    }

    private static String answer(LoadedModel model, String question) {
        RenderedChat chat =
                model.chatTemplate().render(List.of(Map.of("role", "user", "content", question)), List.of(), Map.of());
        int[] prompt = model.tokenizer().encode(chat);
        int[] ids = new Greedy(model.executor())
                .decode(prompt, 100).stream()
                        .mapToInt(TokenCandidate::token)
                        .takeWhile(
                                id -> !model.tokenizer().vocabulary().endIds().contains(id))
                        .toArray();
        return model.tokenizer().decode(ids);
    }
}
