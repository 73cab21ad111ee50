package io.tokenrouter.app.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hub, as whom, and what a repository can be called. */
class HubAccessTest {

    @TempDir
    Path home;

    @Test
    void isThePublicHubWithoutAToken() {
        assertThat(HubAccess.of(Map.of("HOME", home.toString())))
                .isEqualTo(new HubAccess(URI.create("https://huggingface.co"), Optional.empty()));
    }

    @Test
    void theTokenOfTheHubsOwnProgramsIsUsedThere() throws Exception {
        Path kept = home.resolve(".cache/huggingface/token");
        Files.createDirectories(kept.getParent());
        Files.writeString(kept, "kept\n");

        assertThat(HubAccess.of(Map.of("HOME", home.toString())).token()).contains("kept");
        assertThat(HubAccess.of(Map.of("HOME", home.toString(), "HF_TOKEN", "direct"))
                        .token())
                .contains("direct");
    }

    @Test
    void anotherHubGetsOnlyWhatWasMeantForIt() throws Exception {
        Path file =
                Files.writeString(home.resolve("own"), "from a file\n".strip().replace(' ', '-'));
        Map<String, String> environment = Map.of(
                "HOME", home.toString(), "HF_TOKEN", "of the public hub", "TOKENROUTER_HUB_URL", "https://mirror:81");

        assertThat(HubAccess.of(environment))
                .isEqualTo(new HubAccess(URI.create("https://mirror:81"), Optional.empty()));
        Map<String, String> own =
                Map.of("TOKENROUTER_HUB_URL", "https://mirror:81", "TOKENROUTER_HUB_TOKEN_FILE", file.toString());
        assertThat(HubAccess.of(own, "https://mirror:81/hub").token()).contains("from-a-file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://mirror",
                "http://huggingface.co",
                "https://huggingface.co:444",
                "https://huggingface.co.mirror"
            })
    void theUsualHubsTokenIsNotSentToAnother(String address) {
        Map<String, String> environment = Map.of("TOKENROUTER_HUB_TOKEN", "of-the-public-hub");
        assertThat(HubAccess.of(environment, address).token()).isEmpty();
        assertThat(HubAccess.of(environment, "https://huggingface.co").token()).contains("of-the-public-hub");
    }

    @Test
    void noTokenGoesOverTheNetworkInTheClear() {
        Optional<String> token = Optional.of("token");
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> new HubAccess(URI.create("http://127.0.0.1.mirror.example"), token))
                .withMessageContaining("use https");
        assertThat(new HubAccess(URI.create("http://127.0.0.1:81"), token).token())
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://hub", "hub", "https://user:secret@hub", "https://hub/?a=b", "https:// hub"})
    void anAddressIsOneOfTheWeb(String address) {
        assertThatExceptionOfType(HubException.class).isThrownBy(() -> HubAccess.of(Map.of(), address));
    }

    @Test
    void aTokenThatWouldEndItsHeaderIsRefusedUnseen() {
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> new HubAccess(URI.create("http://hub"), Optional.of("se\r\ncret")))
                .withMessageNotContaining("cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "a/b/c", "../x", "a/..", "a/b..c", "a--b/c", "a/-b", "a/b c", "/b", "a/", "a/b%2f"})
    void namesThatAreNone(String id) {
        assertThat(HubId.isOne(id)).isFalse();
        assertThatExceptionOfType(HubException.class).isThrownBy(() -> HubId.of(id));
    }

    @Test
    void namesThatAreSome() {
        assertThat(HubId.isOne("Qwen/Qwen2.5-0.5B_x")).isTrue();
        assertThat(HubId.of("Qwen/Qwen2.5-0.5B").folder()).isEqualTo("Qwen--Qwen2.5-0.5B");
    }
}
