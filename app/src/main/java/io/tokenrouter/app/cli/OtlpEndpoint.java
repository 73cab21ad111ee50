package io.tokenrouter.app.cli;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the address of an OpenTelemetry collector. */
final class OtlpEndpoint {

    static final String VARIABLE = "OTEL_EXPORTER_OTLP_ENDPOINT";

    private OtlpEndpoint() {}

    /**
     * @param option as typed; null where it was left out, so that the environment decides
     * @throws IllegalArgumentException that names what is wrong with which of the two
     */
    static Optional<URI> of(@Nullable String option, Map<String, String> environment) {
        if (option != null) {
            return Optional.of(parse("--otlp-endpoint", option));
        }
        String variable = environment.get(VARIABLE);
        return variable == null || variable.isBlank() ? Optional.empty() : Optional.of(parse(VARIABLE, variable));
    }

    private static URI parse(String name, String text) {
        try {
            URI uri = new URI(text.strip());
            boolean isHttp = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (isHttp && uri.getHost() != null && uri.getRawQuery() == null && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException notAnAddress) {
            // told below
        }
        throw new IllegalArgumentException(name + " must be an address such as http://localhost:4318");
    }
}
