package io.tokenrouter.app.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Asks a server for its pages as a browser does, request by request, with the cookies that a test gives it. */
final class PageClient implements AutoCloseable {

    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
    private static final String HTML = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8";

    private final HttpClient client = HttpClient.newHttpClient();
    private final RunningServer server;

    PageClient(RunningServer server) {
        this.server = server;
    }

    HttpClient http() {
        return client;
    }

    /** The cookie of a new session of {@code admin}. */
    String adminSession() throws Exception {
        return session(signIn(gate(), "admin", SignIn.PASSWORD, "/"));
    }

    HttpResponse<String> gate() throws Exception {
        return page("/sign-in", "");
    }

    HttpResponse<String> signIn(HttpResponse<String> gate, String name, String password, String next) throws Exception {
        String cookie = gate.headers().allValues("Set-Cookie").stream()
                .map(set -> set.split(";", 2)[0])
                .collect(Collectors.joining("; "));
        return post(
                "/sign-in",
                cookie,
                Map.of("_csrf", formToken(gate), "username", name, "password", password, "next", next));
    }

    HttpResponse<String> page(String path, String cookie) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.uri() + path))
                .header("Accept", HTML)
                .GET();
        return send(cookie.isEmpty() ? request : request.header("Cookie", cookie));
    }

    HttpResponse<String> post(String path, String cookie, Map<String, String> fields) throws Exception {
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve(path))
                .header("Accept", HTML)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return send(cookie.isEmpty() ? request : request.header("Cookie", cookie));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static String formToken(HttpResponse<String> page) {
        Matcher token = FORM_TOKEN.matcher(page.body());
        assertThat(token.find()).as(page.body()).isTrue();
        return token.group(1);
    }

    static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElse("nowhere: " + answer.statusCode() + answer.body());
    }

    static String session(HttpResponse<String> answer) {
        List<String> cookies = answer.headers().allValues("Set-Cookie");
        return cookies.stream()
                .filter(set -> set.startsWith("tokenrouter_session="))
                .map(set -> set.split(";", 2)[0])
                .findFirst()
                .orElseThrow(() -> new AssertionError("no session: " + answer.statusCode() + answer.body()));
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
