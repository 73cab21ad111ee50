package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.app.fixtures.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files an operator may name. */
class ModelFoldersTest {

    @TempDir
    Path root;

    private Path allowed;
    private Path hub;
    private ModelFolders folders;

    @BeforeEach
    void make() throws IOException {
        root = root.toRealPath();
        allowed = Files.createDirectories(root.resolve("allowed"));
        hub = Files.createDirectories(root.resolve("hub"));
        folders = new ModelFolders(
                new ModelFolderProperties(List.of(allowed), hub), RunningServer.options(root.resolve("data")));
    }

    @Test
    void aFileAndAFolderWithOneFileAreTaken() throws IOException {
        Path file = file(allowed.resolve("one/model.gguf"));

        assertThat(folders.resolve(file.toString(), null)).isEqualTo(file);
        assertThat(folders.resolve(file.getParent().toString(), null)).isEqualTo(file);
        assertThat(folders.files()).containsExactly(file);
    }

    @Test
    void ofSeveralFilesOneMustBeNamed() throws IOException {
        file(allowed.resolve("two/a.gguf"));
        file(allowed.resolve("two/b.gguf"));

        assertThat(refusal(allowed.resolve("two").toString(), null)).contains("several", "a.gguf", "b.gguf");
    }

    @Test
    void aHuggingFaceFolderIsTakenAsAWhole() throws IOException {
        Path single = file(allowed.resolve("hf/config.json")).getParent();
        file(single.resolve("model.safetensors"));
        file(single.resolve("model-q8.gguf"));
        Path sharded = file(allowed.resolve("deep/sharded/config.json")).getParent();
        file(sharded.resolve("model.safetensors.index.json"));

        assertThat(folders.resolve(single.toString(), null)).isEqualTo(single);
        assertThat(folders.resolve(sharded.toString(), null)).isEqualTo(sharded);
        assertThat(folders.files()).containsExactly(single, single.resolve("model-q8.gguf"), sharded);
    }

    @Test
    void aFolderWithoutAModelSaysWhatOneIs() throws IOException {
        file(allowed.resolve("hf/model.safetensors"));

        assertThat(refusal(allowed.resolve("hf").toString(), null))
                .contains("a folder without a model", "a GGUF file, or a Hugging Face folder");
    }

    @Test
    void filesOfAFolderCannotBeLinksToOtherPlaces() throws IOException {
        Path model = file(allowed.resolve("hf/model.safetensors")).getParent();
        Files.createSymbolicLink(model.resolve("config.json"), file(root.resolve("outside/secret.json")));

        assertThat(refusal(model.toString(), null))
                .contains("links to files outside")
                .doesNotContain("secret");
        assertThat(folders.files()).isEmpty();
    }

    @Test
    void linksThatArePutThereLaterAreFoundWhenTheModelIsLoaded() throws IOException {
        Path folder = file(allowed.resolve("hf/config.json")).getParent();
        file(folder.resolve("model.safetensors"));
        Path single = file(allowed.resolve("model.gguf"));
        Path secret = file(root.resolve("outside/secret.json"));
        assertThat(folders.stillAllow(folders.resolve(folder.toString(), null))).isTrue();
        assertThat(folders.stillAllow(folders.resolve(single.toString(), null))).isTrue();

        Files.delete(folder.resolve("config.json"));
        Files.createSymbolicLink(folder.resolve("config.json"), secret);
        Files.delete(single);
        assertThat(folders.stillAllow(single))
                .as("gone, which its reader tells")
                .isTrue();
        Files.createSymbolicLink(single, secret);

        assertThat(folders.stillAllow(folder)).isFalse();
        assertThat(folders.stillAllow(single)).isFalse();
    }

    /** Beyond what is looked at there could be links. */
    @Test
    void aFolderOfTooManyFilesIsNotTaken() throws IOException {
        Path model = file(allowed.resolve("hf/config.json")).getParent();
        file(model.resolve("model.safetensors"));
        for (int i = 0; i < 20_000; i++) {
            Files.createFile(model.resolve("f" + i));
        }

        assertThat(refusal(model.toString(), null)).contains("more than 20000 files");
        assertThat(folders.stillAllow(model)).isFalse();
    }

    @Test
    void aSnapshotOfTheHubsCacheIsAFolderOfLinks() throws IOException {
        Path model = hub.resolve("models--owner--hf");
        Path snapshot = Files.createDirectories(model.resolve("snapshots/0123abcd"));
        file(model.resolve("blobs/abc"));
        for (String name : List.of("config.json", "model.safetensors", "tokenizer.json")) {
            Files.createSymbolicLink(snapshot.resolve(name), Path.of("../../blobs/abc"));
        }
        Files.writeString(Files.createDirectories(model.resolve("refs")).resolve("main"), "0123abcd");

        assertThat(folders.resolve(null, "owner/hf")).isEqualTo(snapshot);
    }

    @Test
    void nothingIsSaidAboutPlacesOutside() throws IOException {
        Path outside = file(root.resolve("outside/secret.gguf"));
        String there = refusal(outside.toString(), null);
        String notThere = refusal(root.resolve("outside/other.gguf").toString(), null);

        assertThat(there).isEqualTo(notThere).contains("outside the folders").doesNotContain("secret");
        assertThat(refusal("/dev/zero", null)).isEqualTo(there);
        assertThat(refusal("/etc/passwd", null)).isEqualTo(there);
        assertThat(refusal(allowed + "/../outside/secret.gguf", null)).isEqualTo(there);
    }

    @Test
    void linksAreFollowedBeforeAPathIsJudged() throws IOException {
        Path outside = file(root.resolve("outside/secret.gguf"));
        Files.createSymbolicLink(allowed.resolve("link.gguf"), outside);
        Files.createSymbolicLink(allowed.resolve("folder"), outside.getParent());
        Files.createSymbolicLink(allowed.resolve("device.gguf"), Path.of("/dev/zero"));
        Files.createSymbolicLink(allowed.resolve("loop.gguf"), allowed.resolve("loop.gguf"));

        for (String name : List.of("link.gguf", "folder", "folder/secret.gguf", "device.gguf", "loop.gguf")) {
            assertThat(refusal(allowed.resolve(name).toString(), null)).as(name).contains("outside the folders");
        }
        assertThat(folders.files()).isEmpty();
    }

    @Test
    void aPathMustBeAbsoluteAndPossible() {
        assertThat(refusal("model.gguf", null)).contains("absolute");
        assertThat(refusal("/a\0b", null)).contains("no path");
        assertThat(refusal(null, null)).contains("path or hub_id");
        assertThat(refusal("/a", "b/c")).contains("path or hub_id");
    }

    @Test
    void whatTheHubsProgramsDownloadedIsFound() throws IOException {
        Path model = hub.resolve("models--owner--name");
        Path blob = file(model.resolve("blobs/abc"));
        Path snapshot = Files.createDirectories(model.resolve("snapshots/0123abcd"));
        Files.createSymbolicLink(snapshot.resolve("model-q8.gguf"), Path.of("../../blobs/abc"));
        Files.writeString(Files.createDirectories(model.resolve("refs")).resolve("main"), "0123abcd");

        assertThat(folders.resolve(null, "owner/name")).isEqualTo(blob);
        assertThat(folders.resolve(null, "owner/name/model-q8.gguf")).isEqualTo(blob);
    }

    @Test
    void whatIsNotInTheCacheIsNotDownloaded() {
        assertThat(refusal(null, "owner/other")).contains("not in the local cache", "Downloading is not built in");
        for (String bad : List.of("owner", "../x", "a/..", "a/b/../c", "a/b/c/d", "https://a/b", "a b/c")) {
            assertThat(refusal(null, bad)).as(bad).contains("hub_id");
        }
    }

    @Test
    void aRevisionThatIsNoneLeadsNowhere() throws IOException {
        Path model = hub.resolve("models--owner--name");
        file(root.resolve("outside/model.gguf"));
        Files.writeString(Files.createDirectories(model.resolve("refs")).resolve("main"), "../../../outside");

        assertThat(refusal(null, "owner/name")).contains("not in the local cache");
    }

    private static Path file(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        return Files.writeString(path, "GGUF");
    }

    private String refusal(@Nullable String path, @Nullable String hubId) {
        String[] message = new String[1];
        assertThatExceptionOfType(RegistryRefusal.class)
                .isThrownBy(() -> folders.resolve(path, hubId))
                .satisfies(refusal -> message[0] = refusal.getMessage());
        return message[0];
    }
}
