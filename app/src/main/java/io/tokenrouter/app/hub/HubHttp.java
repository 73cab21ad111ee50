package io.tokenrouter.app.hub;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Requests to a hub. Redirects are followed here, since the token must reach the hub alone: files come from other hosts.
 * Safe from any thread.
 */
final class HubHttp implements AutoCloseable {

    private static final int MOST_REDIRECTS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(30))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final HubAccess access;

    HubHttp(HubAccess access) {
        this.access = access;
    }

    /** @param path with escapes, beginning with a slash */
    URI address(String path) {
        String base = access.base().toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
    }

    /**
     * Asks for something; the answer's body is to be closed.
     *
     * @param range header of that name; null for all of it
     * @throws IOException where trying again may help: no connection, a server that is busy or at fault
     * @throws HubException where it does not: no such thing, or not for this account
     */
    HttpResponse<InputStream> get(URI first, @Nullable String range) throws IOException, InterruptedException {
        URI at = first;
        for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
            HttpResponse<InputStream> answer =
                    client.send(request(at, range), HttpResponse.BodyHandlers.ofInputStream());
            URI next = redirect(answer, at);
            if (next == null) {
                return answer;
            }
            answer.body().close();
            at = next;
        }
        throw new HubException("the hub sends from one address to the next without an end");
    }

    private HttpRequest request(URI address, @Nullable String range) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(PATIENCE)
                .header("User-Agent", "tokenrouter")
                .header("Accept-Encoding", "identity");
        if (range != null) {
            request.header("Range", range);
        }
        if (isOfTheHub(address)) {
            access.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        }
        return request.GET().build();
    }

    boolean isOfTheHub(URI address) {
        URI base = access.base();
        return base.getScheme().equalsIgnoreCase(address.getScheme())
                && base.getHost().equalsIgnoreCase(address.getHost())
                && base.getPort() == address.getPort();
    }

    /** Where an answer sends to; null if it does not. */
    private @Nullable URI redirect(HttpResponse<InputStream> answer, URI from) throws IOException {
        return switch (answer.statusCode()) {
            case 301, 302, 303, 307, 308 -> {
                String location = answer.headers().firstValue("Location").orElse("");
                URI to;
                try {
                    to = from.resolve(location);
                } catch (IllegalArgumentException e) {
                    throw new IOException("the hub sends to an address that is none");
                }
                boolean secureStays =
                        !"https".equalsIgnoreCase(from.getScheme()) || "https".equalsIgnoreCase(to.getScheme());
                if (location.isEmpty() || to.getHost() == null || !secureStays) {
                    throw new HubException("the hub sends to an address that is not followed");
                }
                yield to;
            }
            default -> null;
        };
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
