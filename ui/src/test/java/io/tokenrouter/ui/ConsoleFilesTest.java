package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

/** The files of pages: what may run in them, and how long they are kept. */
@SpringBootTest(classes = DevConsole.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class ConsoleFilesTest {

    private static final Pattern ASSET = Pattern.compile("(?:href|src)=\"(/assets/[^\"]+)\"");
    private static final Pattern INLINE = Pattern.compile(
            "<script(?![^>]*\\bsrc=)|<style|\\sstyle=|\\son[a-z]+=|javascript:", Pattern.CASE_INSENSITIVE);

    @Value("${local.server.port}")
    private int port;

    private WebTestClient client;

    @BeforeEach
    void connect() {
        client = WebTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .responseTimeout(Duration.ofMinutes(5))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(1 << 20))
                .build();
    }

    private String page(String path) {
        return client.get()
                .uri(path)
                .accept(MediaType.TEXT_HTML)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/playground",
                "/models",
                "/register",
                "/pairs/demo",
                "/pairs/state-FAILED",
                "/policies",
                "/policies/new",
                "/policies/hard-digits/versions",
                "/batching",
                "/batching?pair=fresh",
                "/throughput",
                "/keys",
                "/no-such-page"
            })
    void everyPageForbidsInlineScriptAndHasNone(String path) {
        String body = client.get()
                .uri(path)
                .accept(MediaType.TEXT_HTML)
                .exchange()
                .expectHeader()
                .value(
                        "Content-Security-Policy",
                        policy -> assertThat(policy)
                                .contains(
                                        "default-src 'none'",
                                        "script-src 'self'",
                                        "style-src 'self'",
                                        "frame-ancestors 'none'")
                                .doesNotContain("unsafe"))
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        assertThat(INLINE.matcher(body).results().map(MatchResult::group)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/models", "/policies", "/batching", "/keys"})
    void pagesAreNotStoredButTheirFilesAreKeptForEver(String path) {
        client.get().uri(path).exchange().expectHeader().valueEquals("Cache-Control", "no-store");
        List<String> files = ASSET.matcher(page(path))
                .results()
                .map(m -> m.group(1))
                .distinct()
                .toList();
        assertThat(files).hasSizeGreaterThan(5);
        for (String file : files) {
            client.get()
                    .uri(file)
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectHeader()
                    .value("Cache-Control", cache -> assertThat(cache).contains("immutable"));
        }
    }

    @Test
    void aFileOfAnotherVersionIsNotServedInItsPlace() {
        String file =
                ASSET.matcher(page("/")).results().findFirst().orElseThrow().group(1);
        client.get()
                .uri(file.replaceFirst("/assets/[0-9a-f]+/", "/assets/000000000000/"))
                .exchange()
                .expectStatus()
                .isNotFound();
    }
}
