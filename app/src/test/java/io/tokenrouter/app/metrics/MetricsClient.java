package io.tokenrouter.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Asks a server for answers and for its metrics. */
public record MetricsClient(RunningServer server, HttpClient client) {

    public MetricsClient(RunningServer server) {
        this(server, HttpClient.newHttpClient());
    }

    /** A short answer of both models or one. */
    void ask(String target) throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/v1/completions", """
                {"model": "%s", "temperature": 0, "max_tokens": 40,
                 "prompt": "Lena has 168 buttons. She buys 76 more. She gives away 129. How many buttons does Lena have now?"}
                """.formatted(target));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(server.uri().resolve(path))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(server.uri().resolve(path)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    public Exposition scrape(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).isEqualTo(200);
        return Exposition.parse(answer.body());
    }
}
