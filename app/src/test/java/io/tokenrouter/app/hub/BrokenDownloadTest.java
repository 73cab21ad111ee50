package io.tokenrouter.app.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Downloads from a hub that drops, stalls, lies and refuses. */
class BrokenDownloadTest extends DownloadFixture {

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
        withSafetensors().fault("model.safetensors", hub.stallsAfter(100_000, alarms::timeIsOver));

        Path folder = fetch(Optional.empty());

        assertThat(folder.resolve("model.safetensors")).hasBinaryContent(WEIGHTS);
        assertThat(alarms.rung()).isOne();
        assertThat(pauses).hasSize(1);
    }

    @Test
    void soAreAnswersAboutTheRepositoryThatStall() throws Exception {
        withSafetensors()
                .listingFault(hub.stallsAfter(10, alarms::timeIsOver))
                .listingFault(StubHub.status(500, Map.of()))
                .listingFault(hub.stallsAfter(1, alarms::timeIsOver));

        assertThat(fetch(Optional.empty()).resolve("model.safetensors")).hasBinaryContent(WEIGHTS);
        assertThat(alarms.rung()).isEqualTo(2);
        assertThat(pauses).hasSize(3);
    }

    @Test
    void aHubThatStallsForEverIsGivenUp() {
        withSafetensors();
        for (int i = 0; i < 10; i++) {
            hub.listingFault(hub.stallsAfter(5, alarms::timeIsOver));
        }

        assertThat(refusal(Optional.empty())).contains("given up", "sent nothing for 60 s");
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
        withSafetensors().listing(ListedFile.entry(path, bytes(10)));

        assertThat(refusal(Optional.empty())).contains("leaves the folder");
        assertThat(models.resolveSibling("outside.gguf")).doesNotExist();
    }

    @Test
    void namesThatNotEveryFileSystemTakesAreLeftOut() throws Exception {
        withSafetensors()
                .listing(ListedFile.entry("C:\\model.gguf", bytes(10)))
                .listing(ListedFile.entry("/model.gguf", bytes(10)));

        assertThat(names(fetch(Optional.empty())))
                .contains("model.safetensors")
                .noneMatch(name -> name.endsWith("gguf"));
    }

    private List<String> ranges() {
        return hub.atStore().stream()
                .filter(seen -> seen.path().equals("/model.safetensors"))
                .map(StubHub.Seen::range)
                .toList();
    }
}
