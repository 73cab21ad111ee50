package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.TokenRouterServer;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class BatchingRestartTest {

    @Test
    void whatAnOperatorPinnedIsInForceAgainAfterARestart(@TempDir Path data) throws Exception {
        String etag;
        String session;
        try (TokenRouterServer server = start(data)) {
            session = SignIn.first(uri(server), server.oneTimePassword().orElseThrow());
            AdminClient admin = new AdminClient(uri(server), session);
            etag = admin.pin(
                            "demo",
                            "\"0\"",
                            "{\"mode\": \"pinned\", \"policy\": \"minimum-batch\", \"large\": {\"rows\": 4, \"max_wait_ms\": 7.5}}")
                    .etag();
            admin.close();
        }
        try (TokenRouterServer server = start(data);
                AdminClient admin = new AdminClient(uri(server), session)) {
            assertThat(server.oneTimePassword())
                    .as("accounts are there already")
                    .isEmpty();
            AdminClient.Answer answer = admin.get("/api/admin/batching/demo");
            JsonNode pair = answer.body();
            assertThat(answer.etag()).isEqualTo(etag);
            assertThat(pair.path("mode").asString()).isEqualTo("pinned");
            assertThat(pair.path("settings").asString()).isEqualTo("large from 4 or after 7.50 ms");
            assertThat(pair.path("changes").path(0).path("after").asString())
                    .isEqualTo("large from 4 or after 7.50 ms");
        }
    }

    private static URI uri(TokenRouterServer server) {
        return URI.create("http://127.0.0.1:" + server.port());
    }

    private static TokenRouterServer start(Path data) {
        return TokenRouterServer.start(RunningServer.options(data), new Startup(line -> {}));
    }
}
