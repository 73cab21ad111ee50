package io.tokenrouter.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OtlpEndpointTest {

    private static final Map<String, String> ENVIRONMENT = Map.of(OtlpEndpoint.VARIABLE, "https://collector:4318");

    @Test
    void whatWasTypedBeatsTheEnvironmentAndWithoutBothThereIsNone() {
        assertThat(OtlpEndpoint.of("http://here:4318/", ENVIRONMENT)).contains(URI.create("http://here:4318/"));
        assertThat(OtlpEndpoint.of(null, ENVIRONMENT)).contains(URI.create("https://collector:4318"));
        assertThat(OtlpEndpoint.of(null, Map.of())).isEmpty();
        assertThat(OtlpEndpoint.of(null, Map.of(OtlpEndpoint.VARIABLE, " "))).isEmpty();
    }

    @Test
    void aWrongAddressIsNamedWhereItStands() {
        assertThatThrownBy(() -> OtlpEndpoint.of(null, Map.of(OtlpEndpoint.VARIABLE, "collector:4318")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(OtlpEndpoint.VARIABLE);
    }
}
