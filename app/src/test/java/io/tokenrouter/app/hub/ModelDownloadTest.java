package io.tokenrouter.app.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is downloaded of a repository, and what is not. */
class ModelDownloadTest extends DownloadFixture {

    @Test
    void aFolderHasTheFilesThatAModelNeedsAndNoOthers() throws Exception {
        withSafetensors()
                .with("README.md", "text")
                .with("pytorch_model.bin", bytes(2000))
                .with("consolidated.safetensors", bytes(2000))
                .with("original/model.safetensors", bytes(2000))
                .with("chat_template.jinja", "{{ messages }}")
                .with("additional_chat_templates/tool_use.jinja", "{{ tools }}");

        Path folder = fetch(Optional.empty());

        assertThat(folder).isEqualTo(models.resolve("acme--tiny"));
        assertThat(names(folder))
                .containsExactlyInAnyOrder(
                        "config.json",
                        "tokenizer.json",
                        "tokenizer_config.json",
                        "model.safetensors",
                        "chat_template.jinja",
                        "additional_chat_templates/tool_use.jinja");
        assertThat(folder.resolve("model.safetensors")).hasBinaryContent(WEIGHTS);
    }

    @Test
    void shardsComeWithTheirIndex() throws Exception {
        withSettings()
                .with("model.safetensors.index.json", "{}")
                .with("model-00001-of-00002.safetensors", bytes(1500))
                .with("model-00002-of-00002.safetensors", bytes(1600));

        assertThat(names(fetch(Optional.empty())))
                .contains(
                        "model.safetensors.index.json",
                        "model-00001-of-00002.safetensors",
                        "model-00002-of-00002.safetensors");
    }

    /** As the largest models are cut. */
    @Test
    void shardsMayHaveMoreDigits() throws Exception {
        withSettings()
                .with("model.safetensors.index.json", "{}")
                .with("model-00001-of-000002.safetensors", bytes(1500))
                .with("model-00002-of-000002.safetensors", bytes(1600));

        assertThat(names(fetch(Optional.empty())))
                .contains("model-00001-of-000002.safetensors", "model-00002-of-000002.safetensors");
    }

    @Test
    void aRepositoryThatLacksAShardIsRefusedBeforeAnythingIsFetched() {
        withSettings()
                .with("model.safetensors.index.json", "{}")
                .with("model-00001-of-00003.safetensors", bytes(1500))
                .with("model-00003-of-00003.safetensors", bytes(1600));

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch(Optional.empty()))
                .withMessageContaining("not all the files that belong to it");
        assertThat(hub.atStore()).isEmpty();
    }

    @Test
    void theTokenReachesTheHubAndNobodyElse() throws Exception {
        withSafetensors();

        fetch(Optional.empty());

        assertThat(hub.atHub())
                .isNotEmpty()
                .allMatch(seen -> seen.authorization().equals("Bearer " + TOKEN));
        assertThat(hub.atStore())
                .isNotEmpty()
                .allMatch(seen -> seen.authorization().equals("null"));
        assertThat(access().toString()).doesNotContain(TOKEN);
    }

    @Test
    void ofSeveralGgufFilesOneHasToBeNamed() throws Exception {
        hub.with("tiny-Q4_0.gguf", bytes(1200))
                .with("tiny-Q8_0.gguf", WEIGHTS)
                .with("mmproj-tiny.gguf", bytes(1300))
                .with("large-00001-of-00002.gguf", bytes(1300));

        assertThat(refusal(Optional.empty()))
                .contains("--file", "tiny-Q4_0.gguf", "tiny-Q8_0.gguf")
                .doesNotContain("mmproj", "00001");
        assertThat(refusal(Optional.of("nothing.gguf"))).contains("no file nothing.gguf", "tiny-Q4_0.gguf");
        assertThat(refusal(Optional.of("large-00001-of-00002.gguf"))).contains("not a model in one");

        Path file = fetch(Optional.of("tiny-Q8_0.gguf"));
        assertThat(file).isEqualTo(models.resolve("acme--tiny/tiny-Q8_0.gguf")).hasBinaryContent(WEIGHTS);
        assertThat(names(file.getParent())).containsExactly("tiny-Q8_0.gguf");
    }

    @Test
    void whatIsThereAlreadyIsNotFetchedAgain() throws Exception {
        withSafetensors();
        fetch(Optional.empty());
        hub.atStore().clear();

        fetch(Optional.empty());

        assertThat(hub.atStore()).isEmpty();
    }

    @Test
    void aModelThatDoesNotFitTheDiskIsRefusedFirst() {
        withSafetensors();

        ModelDownload full = download(folder -> 256L << 20);

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> full.fetch(StubHub.ID, "main", Optional.empty(), models, (file, bytes, of) -> {}))
                .withMessageContainingAll("256 MiB are free", "on the disk");
        assertThat(hub.atStore()).isEmpty();
    }

    @Test
    void whatCannotBeUsedIsNotDownloaded() {
        hub.with("pytorch_model.bin", bytes(2000)).with("config.json", "{}");
        assertThat(refusal(Optional.empty())).contains("neither safetensors", ".gguf");

        hub.with("model.safetensors", WEIGHTS);
        assertThat(refusal(Optional.empty())).contains("no tokenizer.json");
        assertThat(hub.atStore()).isEmpty();
    }

    @Test
    void progressEndsAtTheWhole() throws Exception {
        withSafetensors();
        List<Long> seen = new ArrayList<>();
        long[] all = new long[1];

        fetch(Optional.empty(), (file, bytes, of) -> {
            seen.add(bytes);
            all[0] = of;
        });

        assertThat(seen).isSorted().last().isEqualTo(all[0]);
    }
}
