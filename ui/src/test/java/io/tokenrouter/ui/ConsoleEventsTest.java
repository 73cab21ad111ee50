package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.json.JsonMapper;

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
                .responseTimeout(Duration.ofMinutes(5))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(1 << 20))
                .build();
    }

    /** The first event of this name, its data read as this type. */
    private <T> T first(String path, String name, Class<T> type) {
        String data = client.get()
                .uri(path)
                .accept(MediaType.TEXT_EVENT_STREAM)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("X-Accel-Buffering", "no")
                .returnResult(new ParameterizedTypeReference<ServerSentEvent<String>>() {})
                .getResponseBody()
                .filter(event -> name.equals(event.event()))
                .map(ServerSentEvent::data)
                .blockFirst(Duration.ofMinutes(5));
        return JsonMapper.shared().readValue(data, type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/overview", "/batching", "/throughput", "/registry", "/requests"})
    void everyPageIsToldHowManyRequestsRun(String page) {
        assertThat(first("/console/events" + page, "running", Integer.class)).isEqualTo(2);
    }

    @Test
    void whatTheServerDoesComesAsEvents() {
        ConsoleOverview.Moment moment = first("/console/events/overview", "figures", ConsoleOverview.Moment.class);
        assertThat(moment.pairs()).extracting(ConsoleOverview.PairNow::pair).containsExactly("demo", "odd");
    }

    @Test
    void figuresOfBatchingComeAsEventsOfTheirOwn() {
        PairBatching[] pairs = first("/console/events/batching", "figures", PairBatching[].class);
        assertThat(pairs).extracting(PairBatching::pair).containsExactly("demo", "fresh");
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
        engine.wrote("demo-small", 40);
        LiveFigures figures = first("/console/events", "figures", LiveFigures.class);
        assertThat(figures.models())
                .extracting(LiveFigures.Model::id)
                .containsExactlyInAnyOrder("demo-small", "demo-large", "smol");
    }
}
