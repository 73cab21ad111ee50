package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.serving.ServingStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.ResponseEntity;

/** What a load balancer is told. */
class HealthTest {

    private record Status(Phase phase, List<String> stuckModels) implements ServingStatus {}

    @Test
    void aStuckModelIsNamedAndAsksForAnotherServer() {
        ResponseEntity<?> answer =
                new HealthController(new Status(ServingStatus.Phase.READY, List.of("large"))).health();
        assertThat(answer.getStatusCode().value()).isEqualTo(503);
        assertThat(answer.getBody()).asString().contains("stuck: large");
        assertThat(answer.getHeaders().getFirst("Retry-After")).isNotNull();
    }

    @ParameterizedTest
    @EnumSource(ServingStatus.Phase.class)
    void onlyAReadyServerIsFit(ServingStatus.Phase phase) {
        int status = new HealthController(new Status(phase, List.of()))
                .health()
                .getStatusCode()
                .value();
        assertThat(status).isEqualTo(phase == ServingStatus.Phase.READY ? 200 : 503);
    }
}
