package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.PostgresCrash;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.postgres.DatabaseLocation;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Keys while the real Postgres is gone, and afterwards. */
class KeysOutageTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String UNKNOWN = "tr-" + "0".repeat(52);

    @RegisterExtension
    static final RunningServer server = RunningServer.withKeys();

    @Test
    void knownKeysWorkWithoutTheDatabaseAndUnknownOnesAreNotCalledWrong() throws Exception {
        try (KeyHolders keys = new KeyHolders(server)) {
            AdminClient.Answer made = keys.make("\"models\": [\"demo\"]");
            String known = made.body().path("secret").stringValue();
            String id = made.body().path("key").path("id").stringValue();
            assertThat(keys.complete(UNKNOWN, "demo").statusCode()).isEqualTo(401);
            Path configuration = Path.of(query("SHOW data_directory")).resolve("postgresql.conf");
            Path hidden = configuration.resolveSibling("hidden.conf");

            // without its settings it cannot be started again, until they are back
            Files.move(configuration, hidden);
            try {
                PostgresCrash.of(server.server().database());

                for (int i = 0; i < 3; i++) {
                    HttpResponse<String> answer = keys.complete(known, "demo");
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                }
                HttpResponse<String> undecided = keys.complete(UNKNOWN, "demo");
                assertThat(undecided.statusCode()).as(undecided.body()).isEqualTo(503);
                assertThat(undecided.body()).contains("keys_unavailable");
                assertThat(undecided.headers().firstValue("Retry-After")).isPresent();
                assertThat(keys.complete(null, "demo").statusCode()).isEqualTo(401);

                assertThat(keys.admin().get("/api/admin/keys/" + id).status()).isEqualTo(200);
                AdminClient.Answer unchanged = keys.admin().delete("/api/admin/keys/" + id, "If-Match", "*");
                assertThat(unchanged.status()).isEqualTo(503);
                assertThat(keys.complete(known, "demo").statusCode()).isEqualTo(200);
            } finally {
                Files.move(hidden, configuration);
            }

            await(() -> keys.complete(UNKNOWN, "demo").statusCode() == 401);
            await(() -> keys.admin()
                            .delete("/api/admin/keys/" + id, "If-Match", "*")
                            .status()
                    == 200);
            assertThat(keys.complete(known, "demo").statusCode()).isEqualTo(401);
            await(() -> query("SELECT coalesce(sum(requests), 0) FROM usage_requests WHERE caller = '" + id + "'")
                    .equals("4"));
        }
    }

    private static String query(String sql) throws Exception {
        DatabaseLocation location = server.server().database().location();
        try (Connection connection =
                        DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password());
                ResultSet rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(50_000_000);
        }
    }
}
