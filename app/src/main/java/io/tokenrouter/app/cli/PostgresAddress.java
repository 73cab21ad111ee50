package io.tokenrouter.app.cli;

import io.tokenrouter.app.postgres.DatabaseLocation;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code --postgres-url}: {@code postgres://user:password@host:port/database}, the same with {@code postgresql} or
 * {@code jdbc:postgresql}. User and password may come from the environment instead.
 */
final class PostgresAddress {

    private static final String FORM = "postgres://USER:PASSWORD@HOST:PORT/DATABASE";

    private PostgresAddress() {}

    /**
     * @param environment gives {@code TOKENROUTER_POSTGRES_USER} and {@code TOKENROUTER_POSTGRES_PASSWORD} where the URL
     *     names none
     * @throws IllegalArgumentException with a message that does not repeat the URL, which may hold a password
     */
    static DatabaseLocation parse(String url, Map<String, String> environment) {
        URI uri = uri(url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url);
        boolean postgres = "postgres".equals(uri.getScheme()) || "postgresql".equals(uri.getScheme());
        String path = uri.getPath() == null ? "" : uri.getPath();
        if (!postgres || uri.getHost() == null || path.length() < 2) {
            throw new IllegalArgumentException("--postgres-url needs the form " + FORM);
        }
        String user = null;
        String password = null;
        if (uri.getRawUserInfo() != null) {
            String[] parts = uri.getRawUserInfo().split(":", 2);
            user = decode(parts[0]);
            password = parts.length == 2 ? decode(parts[1]) : null;
        }
        List<String> parameters = new ArrayList<>();
        for (String parameter :
                uri.getRawQuery() == null ? new String[0] : uri.getRawQuery().split("&")) {
            if (parameter.startsWith("user=")) {
                user = decode(parameter.substring("user=".length()));
            } else if (parameter.startsWith("password=")) {
                password = decode(parameter.substring("password=".length()));
            } else {
                parameters.add(parameter);
            }
        }
        int port = uri.getPort() < 0 ? 5432 : uri.getPort();
        return new DatabaseLocation(
                "jdbc:postgresql://" + uri.getHost() + ":" + port + uri.getRawPath()
                        + (parameters.isEmpty() ? "" : "?" + String.join("&", parameters)),
                orElse(user, environment.get("TOKENROUTER_POSTGRES_USER"), "postgres"),
                orElse(password, environment.get("TOKENROUTER_POSTGRES_PASSWORD"), ""));
    }

    private static URI uri(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("--postgres-url needs the form " + FORM
                    + "; special characters in user and password are written as %XX");
        }
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String orElse(@Nullable String first, @Nullable String second, String last) {
        return first != null ? first : second != null ? second : last;
    }
}
