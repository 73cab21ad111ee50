package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.admin.DatabaseLog.Line;
import io.tokenrouter.app.fixtures.PostgresCrash;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import io.tokenrouter.app.postgres.DatabaseLocation;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The real Postgres is away, comes and goes, or has no connection left, while requests run. */
class DatabaseTroubleTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @RegisterExtension
    static final RunningServer server = RunningServer.ofThisClass();

    private final HttpClient http = HttpClient.newHttpClient();
    private final DatabaseLog log = new DatabaseLog();

    @AfterEach
    void leave() {
        log.close();
        http.shutdownNow();
    }

    @Test
    void threeRestartsUnderTrafficLoseNoRecordAndLeaveNothingBehind() throws Exception {
        long before = routed();
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<List<Integer>> traffic = CompletableFuture.supplyAsync(() -> {
            List<Integer> statuses = new ArrayList<>();
            while (!isOver.get()) {
                statuses.add(complete("demo"));
            }
            return statuses;
        });
        Map<String, Long> threads = threads();
        for (int i = 0; i < 3; i++) {
            ProcessHandle stopped = stopServer();
            // one that is back before anybody asks was never seen to be away
            await(() -> postgres().filter(process -> !process.equals(stopped)).isPresent());
            await(() -> signIn(SignIn.PASSWORD) == 200);
            await(log::isOver);
        }
        isOver.set(true);
        List<Integer> statuses = traffic.get();

        assertThat(statuses).isNotEmpty().containsOnly(200);
        await(() -> routed() == before + statuses.size());
        assertThat(meter("tokenrouter_records_dropped_total")).isZero();
        await(() -> meter("tokenrouter_database_up") == 1);
        await(() -> meter("hikaricp_connections_active{pool=\"database\"}") == 0);
        await(() -> isBetween(1, 4, meter("hikaricp_connections{pool=\"database\"}")));
        await(() -> threads().get("records").equals(threads.get("records")));
        await(() -> threads().get("keys").equals(threads.get("keys")));
        await(() -> ofPool(threads()) <= ofPool(threads) + 2);
        await(log::isOver);
        assertThat(log.count(Line.RESTARTED)).isLessThanOrEqualTo(3);
        log.assertNoWarningsBut(Line.AWAY, Line.RESTARTED, Line.NOT_STARTED);
    }

    @Test
    void whileItIsAwayManyWhoWantToSignInAreToldSoAndNobodyIsLockedOut() throws Exception {
        Path configuration = Path.of(query("SHOW data_directory")).resolve("postgresql.conf");
        Path hidden = configuration.resolveSibling("hidden.conf");
        assertThat(ofAdmin()).isEqualTo(200);
        // without its settings it cannot be started again, until they are back
        Files.move(configuration, hidden);
        try {
            stopServer();
            await(() -> log.count(Line.AWAY) > 0);
            assertThat(meter("tokenrouter_database_up")).isZero();

            List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                all.add(http.sendAsync(unknownSession(i), HttpResponse.BodyHandlers.ofString()));
                all.add(http.sendAsync(signingIn(SignIn.PASSWORD), HttpResponse.BodyHandlers.ofString()));
            }
            for (CompletableFuture<HttpResponse<String>> each : all) {
                HttpResponse<String> answer = each.join();
                assertThat(answer.statusCode()).as(answer.body()).isIn(503, 429);
                assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            }
            assertThat(complete("demo-small")).isEqualTo(200);
            assertThat(ofAdmin()).as("who was signed in stays so").isEqualTo(200);
        } finally {
            Files.move(hidden, configuration);
        }
        await(() -> signIn(SignIn.PASSWORD) == 200);
        await(log::isOver);
        assertThat(log.count(Line.RESTARTED)).isEqualTo(1);
        log.assertNoWarningsBut(Line.AWAY, Line.RESTARTED, Line.NOT_STARTED);
    }

    @Test
    void withoutAConnectionLeftAnswersGoOnAndPagesAreToldAtOnce() throws Exception {
        List<Connection> taken = new ArrayList<>();
        try {
            await(() -> isWithoutAny(taken) && signIn(SignIn.PASSWORD) == 503);
            assertThat(complete("demo-small")).isEqualTo(200);
            await(() -> isWithoutAny(taken) && send(unknownSession(0)).statusCode() == 503);
        } finally {
            for (Connection connection : taken) {
                connection.close();
            }
        }
        await(() -> signIn(SignIn.PASSWORD) == 200);
        await(() -> meter("tokenrouter_database_up") == 1);
        await(log::isOver);
        // places become free one by one
        await(() -> isRoomAgain(taken.size()));
        log.assertNoWarningsBut(Line.AWAY);
    }

    /** Takes all connections; those of the server are taken away as well. A place becomes free a while after its connection is gone. */
    private static boolean isWithoutAny(List<Connection> taken) throws SQLException {
        takeAll(taken);
        return Integer.parseInt(value(taken.getFirst(), """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'tokenrouter'
                """)) == 0;
    }

    private static void takeAll(List<Connection> into) {
        DatabaseLocation location = server.server().database().location();
        boolean isFull = false;
        while (!isFull) {
            try {
                into.add(DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password()));
            } catch (SQLException full) {
                assertThat(full.getMessage()).contains("too many clients");
                isFull = true;
            }
        }
    }

    private static boolean isRoomAgain(int places) {
        try {
            return Integer.parseInt(query("SELECT count(*) FROM pg_stat_activity WHERE datname IS NOT NULL")) < places;
        } catch (SQLException full) {
            return false;
        }
    }

    private static ProcessHandle stopServer() {
        return PostgresCrash.of(server.server().database());
    }

    private static Optional<ProcessHandle> postgres() {
        return server.server().database().embedded().orElseThrow().serverProcess();
    }

    private static long routed() throws SQLException {
        return Long.parseLong(query("SELECT count(*) FROM generations WHERE target = 'demo'"));
    }

    /** Of the server's own parts, by kind; those that come and go with the load are left out. */
    private static Map<String, Long> threads() {
        Map<String, Long> threads = new TreeMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            String kind = thread.getName().replaceAll("\\d+", "#");
            if (!kind.matches("(?i).*(boundedElastic|parallel|HttpClient|ForkJoin|pool|process reaper).*")) {
                threads.merge(kind, 1L, Long::sum);
            }
        }
        return threads;
    }

    /** It makes and closes connections with up to two threads that end when they have nothing to do. */
    private static long ofPool(Map<String, Long> threads) {
        return threads.entrySet().stream()
                .filter(kind -> kind.getKey().startsWith("database:"))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static boolean isBetween(int least, int most, double value) {
        return value >= least && value <= most;
    }

    private int signIn(String password) throws Exception {
        return send(signingIn(password)).statusCode();
    }

    private static HttpRequest signingIn(String password) {
        return HttpRequest.newBuilder(server.uri().resolve("/api/admin/session"))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\": \"admin\", \"password\": \"" + password + "\"}"))
                .build();
    }

    private static HttpRequest unknownSession(int i) {
        return look("trs_" + "%043d".formatted(i));
    }

    private int ofAdmin() throws Exception {
        return send(look(server.adminToken())).statusCode();
    }

    private static HttpRequest look(String session) {
        return HttpRequest.newBuilder(server.uri().resolve("/api/admin/batching"))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + session)
                .build();
    }

    private int complete(String model) {
        try {
            return send(HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"model\": \"" + model
                                    + "\", \"prompt\": \"Lena has 168 buttons.\", \"max_tokens\": 8}"))
                            .build())
                    .statusCode();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpResponse<String> send(HttpRequest request) throws Exception {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private double meter(String series) throws Exception {
        return send(HttpRequest.newBuilder(server.uri().resolve("/metrics")).build())
                .body()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static String query(String sql) throws SQLException {
        DatabaseLocation location = server.server().database().location();
        try (Connection connection =
                DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password())) {
            return value(connection, sql);
        }
    }

    private static String value(Connection connection, String sql) throws SQLException {
        try (ResultSet rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
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
