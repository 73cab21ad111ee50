package io.tokenrouter.app.hub;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A hub, and downloads from it into a folder of a test. Time does not pass. */
abstract class DownloadFixture {

    static final String TOKEN = "hf_secret";
    static final byte[] WEIGHTS = bytes(400_000);

    @TempDir
    Path models;

    final List<Duration> pauses = new ArrayList<>();
    final ManualAlarms alarms = new ManualAlarms();
    StubHub hub;

    @BeforeEach
    void start() {
        hub = new StubHub();
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    StubHub withSettings() {
        return hub.with("config.json", "{\"a\": 1}")
                .with("tokenizer.json", "{}")
                .with("tokenizer_config.json", bytes(3000));
    }

    StubHub withSafetensors() {
        return withSettings().with("model.safetensors", WEIGHTS);
    }

    HubAccess access() {
        return new HubAccess(hub.uri(), Optional.of(TOKEN));
    }

    ModelDownload download(ModelDownload.FreeSpace space) {
        return new ModelDownload(access(), pauses::add, new StallGuard(alarms), space);
    }

    Path fetch(Optional<String> file) throws Exception {
        return fetch(file, (name, bytes, of) -> {});
    }

    Path fetch(Optional<String> file, DownloadProgress progress) throws Exception {
        return download(folder -> Long.MAX_VALUE).fetch(StubHub.ID, "main", file, models, progress);
    }

    String refusal(Optional<String> file) {
        HubException[] refusal = new HubException[1];
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch(file))
                .satisfies(thrown -> refusal[0] = thrown);
        return String.valueOf(refusal[0].getMessage());
    }

    /** Those that are not hidden. */
    static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !name.contains("/.") && !name.startsWith("."))
                    .toList();
        }
    }

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
