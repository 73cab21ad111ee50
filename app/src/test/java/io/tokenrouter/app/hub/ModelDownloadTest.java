package io.tokenrouter.app.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Downloads from a hub that drops, stalls, lies and refuses. */
class ModelDownloadTest {

    private static final String TOKEN = "hf_secret";
    private static final byte[] WEIGHTS = bytes(400_000);
    private static final Duration NEVER = Duration.ofHours(1);

    @TempDir
    Path models;

    private final List<Duration> pauses = new ArrayList<>();
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

    @Test
    void aBrokenConnectionGoesOnWhereItEnded() throws Exception {
        withSafetensors()
                .fault("model.safetensors", StubHub.breaksAfter(150_000))
                .fault("model.safetensors", StubHub.status(503, Map.of("Retry-After", "7")));

        Path folder = fetch(Optional.empty());

        assertThat(folder.resolve("model.safetensors")).hasBinaryContent(WEIGHTS);
        assertThat(ranges()).first().isEqualTo("null");
        assertThat(ranges().getLast()).matches("bytes=[1-9]\\d*-");
        assertThat(pauses).contains(Duration.ofSeconds(7));
    }

    @Test
    void alsoWhenTheFirstCommandGaveUp() throws Exception {
        withSafetensors().fault("model.safetensors", StubHub.breaksAfter(150_000));
        for (int i = 0; i < 10; i++) {
            hub.fault("model.safetensors", StubHub.status(500, Map.of()));
        }
        assertThat(refusal(Optional.empty())).contains("given up", "500", "goes on where this one ended");
        assertThat(models.resolve("acme--tiny/config.json"))
                .as("comes last, so this is no model yet")
                .doesNotExist();

        hub.behave();
        hub.atStore().clear();
        assertThat(fetch(Optional.empty()).resolve("model.safetensors")).hasBinaryContent(WEIGHTS);
        assertThat(ranges()).allMatch(range -> range.matches("bytes=[1-9]\\d*-"));
    }

    @Test
    void aConnectionOverWhichNothingComesIsGivenUp() throws Exception {
        withSafetensors().fault("model.safetensors", hub.stallsAfter(100_000));

        Path folder = fetch(Optional.empty(), Duration.ofSeconds(3));

        assertThat(folder.resolve("model.safetensors")).hasBinaryContent(WEIGHTS);
    }

    @Test
    void wrongBytesAreThrownAway() throws Exception {
        byte[] wrong = WEIGHTS.clone();
        wrong[200_000] ^= 1;
        withSafetensors().fault("model.safetensors", StubHub.sends(wrong));

        assertThat(refusal(Optional.empty())).contains("model.safetensors", "not what it announced");
        assertThat(names(models.resolve("acme--tiny"))).doesNotContain("model.safetensors");
        assertThat(fetch(Optional.empty()).resolve("model.safetensors")).hasBinaryContent(WEIGHTS);
    }

    @Test
    void wrongBytesOfSmallFilesToo() {
        withSafetensors().fault("config.json", StubHub.sends("{\"a\": 2}".getBytes()));

        assertThat(refusal(Optional.empty())).contains("config.json", "not what it announced");
    }

    @Test
    void moreBytesThanAnnouncedAreNotTaken() throws Exception {
        withSafetensors().fault("model.safetensors", StubHub.sends(bytes(WEIGHTS.length + 500_000)));

        assertThat(refusal(Optional.empty())).contains("more of model.safetensors");
        assertThat(names(models.resolve("acme--tiny"))).doesNotContain("model.safetensors");
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

    @ParameterizedTest
    @CsvSource({"401, token", "403, token", "404, has no", "429, busy"})
    void aHubThatRefusesIsNotedInWords(int status, String words) {
        withSafetensors();
        hub.refuseAll(status);

        assertThat(refusal(Optional.empty())).contains(words).doesNotContain(TOKEN);
    }

    @ParameterizedTest
    @CsvSource({"../outside.gguf", "a/../../outside.gguf", "..", "a/.."})
    void aListingThatLeavesTheFolderIsRefused(String path) {
        withSafetensors().listing(StubHub.entry(path, bytes(10)));

        assertThat(refusal(Optional.empty())).contains("leaves the folder");
        assertThat(models.resolveSibling("outside.gguf")).doesNotExist();
    }

    @Test
    void namesThatNotEveryFileSystemTakesAreLeftOut() throws Exception {
        withSafetensors()
                .listing(StubHub.entry("C:\\model.gguf", bytes(10)))
                .listing(StubHub.entry("/model.gguf", bytes(10)));

        assertThat(names(fetch(Optional.empty())))
                .contains("model.safetensors")
                .noneMatch(name -> name.endsWith("gguf"));
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

        ModelDownload full = new ModelDownload(access(), pauses::add, NEVER, folder -> 256L << 20);

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

        download(NEVER).fetch(StubHub.ID, "main", Optional.empty(), models, (file, bytes, of) -> {
            seen.add(bytes);
            all[0] = of;
        });

        assertThat(seen).isSorted().last().isEqualTo(all[0]);
    }

    private StubHub withSettings() {
        return hub.with("config.json", "{\"a\": 1}")
                .with("tokenizer.json", "{}")
                .with("tokenizer_config.json", bytes(3000));
    }

    private StubHub withSafetensors() {
        return withSettings().with("model.safetensors", WEIGHTS);
    }

    private HubAccess access() {
        return new HubAccess(hub.uri(), Optional.of(TOKEN));
    }

    private ModelDownload download(Duration patience) {
        return new ModelDownload(access(), pauses::add, patience, folder -> Long.MAX_VALUE);
    }

    private Path fetch(Optional<String> file) throws Exception {
        return fetch(file, NEVER);
    }

    private Path fetch(Optional<String> file, Duration patience) throws Exception {
        return download(patience).fetch(StubHub.ID, "main", file, models, (name, bytes, of) -> {});
    }

    private String refusal(Optional<String> file) {
        HubException[] refusal = new HubException[1];
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch(file))
                .satisfies(thrown -> refusal[0] = thrown);
        return String.valueOf(refusal[0].getMessage());
    }

    private List<String> ranges() {
        return hub.atStore().stream()
                .filter(seen -> seen.path().equals("/model.safetensors"))
                .map(StubHub.Seen::range)
                .toList();
    }

    /** Those that are not hidden. */
    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !name.contains("/.") && !name.startsWith("."))
                    .toList();
        }
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
