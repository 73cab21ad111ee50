package io.tokenrouter.app.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditJsonTest {

    private record Limit(int requestsPerMinute, String apiPassword) {}

    @Test
    void whatWasKeptIsReadAgain() {
        Map<String, Object> values = new LinkedHashMap<>(Map.of("mode", "pinned", "threshold", 0.25, "requests", 8));
        values.put("ends", null);

        assertThat(AuditJson.read(AuditJson.write(values))).isEqualTo(values);
        assertThat(AuditJson.write(null)).isNull();
        assertThat(AuditJson.read(null)).isNull();
    }

    @Test
    void secretsAreMaskedHoweverDeepTheyLie() {
        String written = AuditJson.write(
                Map.of("Password", "p1", "key_hash", "p2", "limits", List.of(new Limit(60, "p3")), "max_tokens", 5));

        assertThat(written).doesNotContain("p1", "p2", "p3").contains("\"requests_per_minute\":60", "\"max_tokens\":5");
    }

    @Test
    void aCharacterThatPostgresCannotKeepIsReplaced() {
        assertThat(AuditJson.write(Map.of("name", "a\0b"))).isEqualTo("{\"name\":\"a\\ufffdb\"}");
    }

    @Test
    void anEntryIsBounded() {
        assertThatThrownBy(() -> AuditJson.write(Map.of("name", "x".repeat(AuditJson.MOST_CHARACTERS))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
