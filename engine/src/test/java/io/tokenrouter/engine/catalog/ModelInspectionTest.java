package io.tokenrouter.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.model.ModelFormatException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class ModelInspectionTest {

    private static final CpuExecutorOptions OPTIONS = CpuExecutorOptions.DEFAULTS.withKvBytes(8 << 20);

    @TempDir
    Path folder;

    @Test
    void tellsOfAFileWhatLoadingItWouldTell() throws IOException {
        ModelInspection inspected = ModelInspection.of(DemoModels.LARGE);

        try (CpuDevice device = new CpuDevice(1);
                LoadedModel loaded =
                        new ModelLoader(device).load("large", DemoModels.LARGE, OPTIONS, LoadProgress.NONE)) {
            // a record with arrays inside equals only itself
            assertThat(inspected.description()).usingRecursiveComparison().isEqualTo(loaded.description());
            assertThat(inspected.vocabulary().endIds())
                    .isEqualTo(loaded.tokenizer().vocabulary().endIds());
        }
        assertThat(inspected.chatTemplate().orElseThrow()).contains("<|assistant|>");
    }

    @Test
    void tellsTheSameOfAFolder() throws IOException {
        Path path = SharedFiles.require("golden/tiny/qwen3");
        ModelInspection inspected = ModelInspection.of(path);
        try (CpuDevice device = new CpuDevice(1);
                LoadedModel loaded = new ModelLoader(device).load("qwen3", path, OPTIONS, LoadProgress.NONE)) {
            assertThat(inspected.description()).usingRecursiveComparison().isEqualTo(loaded.description());
            assertThat(inspected.vocabulary().endIds())
                    .isEqualTo(loaded.tokenizer().vocabulary().endIds());
        }
        assertThat(inspected.chatTemplate()).contains(Files.readString(path.resolve("chat_template.jinja")));
    }

    @Test
    void refusesATemplateThatIsNone() throws IOException {
        Path path = copy("golden/tiny/llama");
        Files.writeString(path.resolve("chat_template.jinja"), "{% if messages %}");
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> ModelInspection.of(path))
                .withMessageContaining("the chat template cannot be read");
    }

    @Test
    void refusesAMergeThatIsNone() throws IOException {
        Path path = copy("golden/tiny/llama");
        Path tokenizer = path.resolve("tokenizer.json");
        ObjectNode json = (ObjectNode) JsonMapper.shared().readTree(tokenizer.toFile());
        ((ArrayNode) json.get("model").get("merges")).add("no pair of pieces");
        JsonMapper.shared().writeValue(tokenizer.toFile(), json);
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> ModelInspection.of(path))
                .withMessageContaining("no pair of pieces");
    }

    /** As in Gemma 3 without images. */
    @Test
    void anAddedTokenWithoutARowIsLeftOut() throws IOException {
        Path path = copy("golden/tiny/llama");
        int rows = ModelInspection.of(path).description().config().vocabularySize();
        Path tokenizer = path.resolve("tokenizer.json");
        ObjectNode json = (ObjectNode) JsonMapper.shared().readTree(tokenizer.toFile());
        ((ArrayNode) json.get("added_tokens"))
                .addObject()
                .put("id", rows)
                .put("content", "<image_soft_token>")
                .put("special", true);
        JsonMapper.shared().writeValue(tokenizer.toFile(), json);

        assertThat(ModelInspection.of(path).vocabulary().size()).isEqualTo(rows);
        try (CpuDevice device = new CpuDevice(1);
                LoadedModel loaded = new ModelLoader(device).load("rows", path, OPTIONS, LoadProgress.NONE)) {
            assertThat(loaded.tokenizer().vocabulary().size()).isEqualTo(rows);
            assertThat(loaded.tokenizer().encode("<image_soft_token>"))
                    .isNotEmpty()
                    .doesNotContain(rows);
        }
    }

    private Path copy(String shared) throws IOException {
        Path from = SharedFiles.require(shared);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.write(folder.resolve(file.getFileName()), Files.readAllBytes(file));
            }
        }
        return folder;
    }

    @Test
    void theFileIsClosedAgain() throws IOException {
        Path copy = Files.copy(DemoModels.SMALL, folder.resolve("copy.gguf"));
        ModelInspection inspected = ModelInspection.of(copy);
        Files.write(copy, new byte[0]);

        assertThat(inspected.vocabulary().piece(0)).isEqualTo("<|pad|>");
        assertThatExceptionOfType(ModelFormatException.class).isThrownBy(() -> ModelInspection.of(copy));
    }

    @Test
    void memoryIsKnownBeforeItIsTaken() throws IOException {
        ModelInspection inspected = ModelInspection.of(DemoModels.LARGE);
        CpuMemory expected = CpuMemory.of(
                inspected.description().config(), inspected.description().bytes(), 2, OPTIONS);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

        try (CpuDevice device = new CpuDevice(2)) {
            ModelLoader loader = new ModelLoader(device);
            loader.load("warm", DemoModels.LARGE, OPTIONS, LoadProgress.NONE).close();
            long[] executorFrom = {0};
            LoadedModel loaded = loader.load("large", DemoModels.LARGE, OPTIONS, stage -> {
                if (stage == LoadProgress.Stage.EXECUTOR) {
                    executorFrom[0] = threads.getCurrentThreadAllocatedBytes();
                }
            });
            long taken = threads.getCurrentThreadAllocatedBytes() - executorFrom[0];
            loaded.close();

            assertThat((double) taken / expected.heap()).isBetween(0.8, 1.2);
        }
        assertThat(expected.weights()).isEqualTo(Files.size(DemoModels.LARGE));
    }

    @Test
    void comparesTwoVocabulariesAroundTheirFirstDifference() throws IOException {
        ModelInspection demo = ModelInspection.of(DemoModels.SMALL);
        assertThat(VocabularyComparison.of(
                                demo.vocabulary(),
                                ModelInspection.of(DemoModels.LARGE).vocabulary())
                        .firstDifference())
                .isEmpty();

        VocabularyComparison longer = VocabularyComparison.of(FakeVocabulary.endless(20), FakeVocabulary.endless(22));
        assertThat(longer.firstDifference()).hasValue(20);
        assertThat(longer.agreeing()).isEqualTo(20);
        assertThat(longer.around().getFirst().equal()).isTrue();
        assertThat(longer.around()).extracting(VocabularyComparison.Row::id).containsExactly(17, 18, 19, 20, 21);
        assertThat(longer.around().getLast().first()).isNull();

        ModelInspection other = ModelInspection.of(SharedFiles.require("golden/gguf/llama.gguf"));
        VocabularyComparison apart = VocabularyComparison.of(demo.vocabulary(), other.vocabulary());
        assertThat(apart.firstDifference()).hasValue(0);
        assertThat(apart.around().getFirst().first()).isEqualTo("<|pad|>");
        assertThat(apart.around().getFirst().second()).isEqualTo("!");
    }
}
