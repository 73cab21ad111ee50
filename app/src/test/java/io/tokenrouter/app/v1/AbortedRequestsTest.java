package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.runtime.EngineOptions;
import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Clients that leave real generations at all moments leave nothing behind in either model's cache. */
class AbortedRequestsTest {

    @Test
    void twoHundredAbortsLeaveEveryBlockFree() throws Exception {
        try (DemoEngine engine = new DemoEngine(EngineOptions.DEFAULTS);
                ApiServer server = engine.serve(Map.of())) {
            for (int i = 0; i < 200; i++) {
                abort(server, i);
            }
            engine.assertNothingIsHeld();
        }
    }

    /** Every second request streams; of those every third leaves at once, the others after the first bytes. */
    private static void abort(ApiServer server, int i) throws IOException {
        boolean stream = i % 2 == 0;
        String body = "{\"model\": \"demo\", \"prompt\": \"Sara has " + i + " beads.\", \"max_tokens\": 400,"
                + " \"ignore_eos\": true, \"stream\": " + stream + "}";
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            RawRequest.post("/v1/completions", body).sendOn(socket);
            if (stream && i % 3 != 0) {
                assertThat(socket.getInputStream().read(new byte[512])).isPositive();
            }
        }
    }
}
