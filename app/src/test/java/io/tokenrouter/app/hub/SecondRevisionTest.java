package io.tokenrouter.app.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repository that is downloaded again after it has changed. */
class SecondRevisionTest {

    private static final String NEXT = "89abcdef0123456789abcdef0123456789abcdef";
    private static final byte[] OLD = "old weights ".repeat(200).getBytes();
    private static final byte[] NEW = "new weights ".repeat(300).getBytes();

    @TempDir
    Path models;

    private StubHub hub;

    @BeforeEach
    void start() {
        hub = new StubHub();
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    @Test
    void nothingOfTheFirstStaysThatWouldBeTakenForThatOfTheSecond() throws Exception {
        firstRevision()
                .with("chat_template.jinja", "old")
                .with("additional_chat_templates/tool_use.jinja", "old")
                .with("generation_config.json", "{}");
        fetch();
        hub.commit(NEXT)
                .with("config.json", "{\"a\": 1}")
                .with("tokenizer.json", "{}")
                .with("model.safetensors.index.json", "{}")
                .with("model-00001-of-00001.safetensors", NEW);

        assertThat(files(fetch()))
                .containsExactlyInAnyOrder(
                        "config.json",
                        "tokenizer.json",
                        "model.safetensors.index.json",
                        "model-00001-of-00001.safetensors");
    }

    @Test
    void theFirstStaysWholeUntilAllOfTheSecondIsThere() throws Exception {
        firstRevision();
        Path folder = fetch();
        secondRevision();
        for (int i = 0; i < 10; i++) {
            hub.fault("model.safetensors", StubHub.status(500, Map.of()));
        }

        assertThatExceptionOfType(HubException.class).isThrownBy(this::fetch);

        assertThat(folder.resolve("config.json")).hasContent("{\"a\": 1}");
        assertThat(folder.resolve("tokenizer.json")).hasContent("{}");
        assertThat(folder.resolve("model.safetensors")).hasBinaryContent(OLD);

        hub.behave();
        fetch();

        assertThat(folder.resolve("config.json")).hasContent("{\"a\": 2}");
        assertThat(folder.resolve("tokenizer.json")).hasContent("{\"b\": 2}");
        assertThat(folder.resolve("model.safetensors")).hasBinaryContent(NEW);
    }

    @Test
    void aSwitchThatEndedInTheMiddleLeavesNoModelAndGoesOn() throws Exception {
        firstRevision();
        Path folder = fetch();
        secondRevision();
        // The name of the new weights is taken by a folder that cannot be replaced.
        Files.delete(folder.resolve("model.safetensors"));
        Path obstacle = Files.createDirectories(folder.resolve("model.safetensors/x"));

        assertThatExceptionOfType(IOException.class).isThrownBy(this::fetch);
        assertThat(folder.resolve("config.json")).doesNotExist();

        Files.delete(obstacle);
        Files.delete(folder.resolve("model.safetensors"));
        hub.atStore().clear();
        fetch();
        assertThat(folder.resolve("config.json")).hasContent("{\"a\": 2}");
        assertThat(folder.resolve("model.safetensors")).hasBinaryContent(NEW);
        assertThat(hub.atStore()).as("it had come before").isEmpty();
    }

    @Test
    void whatWaitsOfARevisionThatIsNoLongerWantedIsDeleted() throws Exception {
        firstRevision().fault("model.safetensors", StubHub.breaksAfter(100));
        for (int i = 0; i < 10; i++) {
            hub.fault("model.safetensors", StubHub.status(500, Map.of()));
        }
        assertThatExceptionOfType(HubException.class).isThrownBy(this::fetch);
        hub.behave();
        secondRevision();

        assertThat(all(fetch()))
                .containsExactlyInAnyOrder(".download.lock", "config.json", "tokenizer.json", "model.safetensors");
    }

    @Test
    void whatCameOfTheFirstIsNotContinuedThoughNoChecksumTellsItApart() throws Exception {
        byte[] changed = OLD.clone();
        changed[0]++;
        firstRevision().withoutChecksums().fault("model.safetensors", StubHub.breaksAfter(1000));
        for (int i = 0; i < 10; i++) {
            hub.fault("model.safetensors", StubHub.status(500, Map.of()));
        }
        assertThatExceptionOfType(HubException.class).isThrownBy(this::fetch);
        hub.behave();
        hub.commit(NEXT)
                .with("config.json", "{\"a\": 1}")
                .with("tokenizer.json", "{}")
                .with("model.safetensors", changed);

        assertThat(fetch().resolve("model.safetensors")).hasBinaryContent(changed);
    }

    @Test
    void noPlaceIsRightBySizeAlone() throws Exception {
        byte[] changed = OLD.clone();
        changed[0]++;
        firstRevision().withoutChecksums();
        fetch();

        hub.commit(NEXT)
                .with("config.json", "{\"a\": 2}")
                .with("tokenizer.json", "[]")
                .with("model.safetensors", changed);

        Path folder = fetch();
        assertThat(folder.resolve("model.safetensors")).hasBinaryContent(changed);
        assertThat(folder.resolve("config.json")).hasContent("{\"a\": 2}");
        assertThat(folder.resolve("tokenizer.json")).hasContent("[]");
    }

    @Test
    void theDiskHasToTakeTheSecondBesideTheFirst() throws Exception {
        firstRevision();
        fetch();
        byte[] ofTheSameSize = OLD.clone();
        ofTheSameSize[0]++;
        firstRevision().with("model.safetensors", ofTheSameSize);

        ModelDownload full = download(folder -> 256L << 20);

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> full.fetch(StubHub.ID, "main", Optional.empty(), models, (file, bytes, of) -> {}))
                .withMessageContaining("on the disk");
    }

    @Test
    void ggufFilesLieBesideEachOtherAndBesideAFolderOfSafetensors() throws Exception {
        firstRevision().with("a.gguf", OLD).with("b.gguf", NEW);
        fetch();
        fetch(Optional.of("a.gguf"));
        fetch(Optional.of("b.gguf"));
        hub.commit(NEXT).with("a.gguf", NEW);
        fetch(Optional.of("a.gguf"));
        assertThat(files(models.resolve("acme--tiny")))
                .containsExactlyInAnyOrder("config.json", "tokenizer.json", "model.safetensors", "a.gguf", "b.gguf");

        secondRevision();
        assertThat(files(fetch())).contains("a.gguf", "b.gguf");
    }

    private StubHub firstRevision() {
        return hub.with("config.json", "{\"a\": 1}")
                .with("tokenizer.json", "{}")
                .with("model.safetensors", OLD);
    }

    private StubHub secondRevision() {
        return hub.commit(NEXT)
                .with("config.json", "{\"a\": 2}")
                .with("tokenizer.json", "{\"b\": 2}")
                .with("model.safetensors", NEW);
    }

    private ModelDownload download(ModelDownload.FreeSpace space) {
        return new ModelDownload(
                new HubAccess(hub.uri(), Optional.empty()), pause -> {}, new StallGuard(new ManualAlarms()), space);
    }

    private Path fetch() throws Exception {
        return fetch(Optional.empty());
    }

    private Path fetch(Optional<String> file) throws Exception {
        return download(folder -> Long.MAX_VALUE).fetch(StubHub.ID, "main", file, models, (name, bytes, of) -> {});
    }

    /** Those that are not hidden. */
    private static Stream<String> files(Path folder) throws Exception {
        return all(folder).filter(name -> !name.contains("/.") && !name.startsWith("."));
    }

    private static Stream<String> all(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .toList()
                    .stream();
        }
    }
}
