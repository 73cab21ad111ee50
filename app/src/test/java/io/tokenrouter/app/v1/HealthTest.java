package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.EmptyCatalog;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.app.serving.ServingStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.ResponseEntity;

/** What a load balancer is told. */
class HealthTest {

    private record Status(Phase phase, List<String> stuckModels) implements ServingStatus {}

    @Test
    void aStuckModelIsNamedAndAsksForAnotherServer() {
        ResponseEntity<?> answer = health(ServingStatus.Phase.READY, List.of("large"), Catalogs.duo());
        assertThat(answer.getStatusCode().value()).isEqualTo(503);
        assertThat(answer.getBody()).asString().contains("stuck: large");
        assertThat(answer.getHeaders().getFirst("Retry-After")).isNotNull();
    }

    @ParameterizedTest
    @EnumSource(ServingStatus.Phase.class)
    void onlyAReadyServerIsFit(ServingStatus.Phase phase) {
        int status = health(phase, List.of(), Catalogs.duo()).getStatusCode().value();
        assertThat(status).isEqualTo(phase == ServingStatus.Phase.READY ? 200 : 503);
    }

    @Test
    void withoutAnyModelNothingCanBeAnswered() {
        ResponseEntity<HealthController.Health> answer =
                health(ServingStatus.Phase.READY, List.of(), new EmptyCatalog());
        assertThat(answer.getStatusCode().value()).isEqualTo(503);
        assertThat(answer.getBody()).isEqualTo(new HealthController.Health("no model is loaded", List.of()));
    }

    @Test
    void whatCouldNotBeLoadedIsNamedWhileTheRestIsAnswered() {
        ServingCatalog some = Catalogs.duo();
        ServingCatalog catalog = new ServingCatalog() {
            @Override
            public List<Served> all() {
                return some.all();
            }

            @Override
            public Optional<Served> find(String id) {
                return some.find(id);
            }

            @Override
            public List<String> failed() {
                return List.of("other", "broken");
            }

            @Override
            public Optional<ServedPolicy> findPolicy(String name) {
                return some.findPolicy(name);
            }
        };
        ResponseEntity<HealthController.Health> answer = health(ServingStatus.Phase.READY, List.of(), catalog);
        assertThat(answer.getStatusCode().value()).isEqualTo(200);
        assertThat(answer.getBody()).isEqualTo(new HealthController.Health("degraded", List.of("other", "broken")));
    }

    private static ResponseEntity<HealthController.Health> health(
            ServingStatus.Phase phase, List<String> stuck, ServingCatalog catalog) {
        return new HealthController(new Status(phase, stuck), catalog).health();
    }
}
