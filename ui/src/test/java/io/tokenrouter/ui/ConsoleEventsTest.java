package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.test.web.reactive.server.WebTestClient;

/** What pages are told while they are open. */
@SpringBootTest(classes = DevConsole.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class ConsoleEventsTest {

    @Value("${local.server.port}")
    private int port;

    @Autowired
    private ScriptedEngine engine;

    private WebTestClient client;

    @BeforeEach
    void connect() {
        client = WebTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .responseTimeout(Duration.ofSeconds(30))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(1 << 20))
                .build();
    }

    @Test
    void whatTheServerDoesComesAsEvents() {
        ConsoleOverview.Moment moment = client.get()
                .uri("/console/events/overview")
                .accept(MediaType.TEXT_EVENT_STREAM)
                .exchange()
                .expectStatus()
                .isOk()
                .returnResult(new ParameterizedTypeReference<ServerSentEvent<ConsoleOverview.Moment>>() {})
                .getResponseBody()
                .map(ServerSentEvent::data)
                .blockFirst(Duration.ofSeconds(30));
        assertThat(moment.pairs()).extracting(ConsoleOverview.PairNow::pair).containsExactly("demo", "odd");
    }

    @Test
    void figuresOfBatchingComeAsEventsOfTheirOwn() {
        List<String> ids = client.get()
                .uri("/console/events/batching")
                .accept(MediaType.TEXT_EVENT_STREAM)
                .exchange()
                .expectStatus()
                .isOk()
                .returnResult(new ParameterizedTypeReference<ServerSentEvent<List<PairBatching>>>() {})
                .getResponseBody()
                .map(event -> event.data().stream().map(PairBatching::pair).toList())
                .blockFirst(Duration.ofSeconds(30));
        assertThat(ids).containsExactly("demo", "fresh");
    }

    @Test
    void headersAloneTakeNoViewersPlace() {
        for (int i = 0; i < 250; i++) {
            client.head()
                    .uri("/console/events")
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody()
                    .isEmpty();
        }
    }

    @Test
    void figuresComeAsEvents() {
        ServerSentEvent<LiveFigures> event = client.get()
                .uri("/console/events")
                .accept(MediaType.TEXT_EVENT_STREAM)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("X-Accel-Buffering", "no")
                .returnResult(new ParameterizedTypeReference<ServerSentEvent<LiveFigures>>() {})
                .getResponseBody()
                .doOnSubscribe(s -> engine.wrote("demo-small", 40))
                .blockFirst(Duration.ofSeconds(30));
        assertThat(event).isNotNull();
        assertThat(event.event()).isEqualTo("figures");
        assertThat(event.data().models())
                .extracting(LiveFigures.Model::id)
                .containsExactlyInAnyOrder("demo-small", "demo-large", "smol");
    }
}
