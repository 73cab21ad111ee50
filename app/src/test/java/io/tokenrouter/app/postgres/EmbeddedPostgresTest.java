package io.tokenrouter.app.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.fixtures.PostgresCrash;
import io.tokenrouter.app.fixtures.TestFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {

    @TempDir
    Path temporary;

    @Test
    void keepsItsDataBetweenStarts() throws SQLException {
        Path folder = temporary.resolve("a folder with spaces");
        try (EmbeddedPostgres first = start(folder)) {
            execute(first, "CREATE TABLE kept (n integer)");
            execute(first, "INSERT INTO kept VALUES (42)");
        }
        try (EmbeddedPostgres second = start(folder)) {
            assertThat(query(second, "SELECT n FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void letsOnlyItsOwnerIn() throws Exception {
        try (EmbeddedPostgres postgres = start(temporary.resolve("pg"))) {
            DatabaseLocation location = postgres.location();
            assertThat(permissions("pg")).isEqualTo("rwx------");
            assertThat(permissions("pg/password")).isEqualTo("rw-------");
            assertThat(query(postgres, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(location.toString()).doesNotContain(location.password());
            assertThatThrownBy(() -> DriverManager.getConnection(location.jdbcUrl(), location.user(), "guess")
                            .close())
                    .hasMessageContaining("password authentication failed");
        }
    }

    @Test
    void refusesASecondServerOnTheSameFolder() {
        Path folder = temporary.resolve("pg");
        try (EmbeddedPostgres first = start(folder)) {
            assertThat(first.location().user()).isNotEmpty();
            assertThatThrownBy(() -> start(folder))
                    .isInstanceOf(StartupException.class)
                    .hasMessageContaining("is in use by another TokenRouter server (process "
                            + ProcessHandle.current().pid() + ")");
        }
    }

    @Test
    void refusesDataOfAnotherVersion() throws IOException {
        Path folder = temporary.resolve("pg");
        start(folder).close();
        Files.writeString(folder.resolve("cluster/PG_VERSION"), "12\n");

        assertThatThrownBy(() -> start(folder))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("was written by Postgres 12, and this TokenRouter brings Postgres 18");
    }

    @Test
    void saysThatThePasswordIsMissing() throws IOException {
        Path folder = temporary.resolve("pg");
        start(folder).close();
        Files.delete(folder.resolve("password"));

        assertThatThrownBy(() -> start(folder))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("password file " + folder.resolve("password") + " is missing");
    }

    @Test
    void startsAgainAfterItWasKilled() throws Exception {
        try (EmbeddedPostgres postgres = start(temporary.resolve("pg"))) {
            execute(postgres, "CREATE TABLE kept (n integer)");
            PostgresCrash.of(serverOf("pg"));

            postgres.restartIfDown();

            assertThat(query(postgres, "SELECT count(*) FROM kept")).isEqualTo("0");
        }
    }

    @Test
    void startsOverAPidFileThatAnotherProgramWouldAnswerTo() throws Exception {
        Path folder = temporary.resolve("pg");
        start(folder).close();
        Files.writeString(
                folder.resolve("cluster/postmaster.pid"),
                ProcessHandle.current().pid() + "\n" + folder.resolve("cluster") + "\n");

        try (EmbeddedPostgres postgres = start(folder)) {
            assertThat(query(postgres, "SELECT 1")).isEqualTo("1");
        }
        assertThat(ProcessHandle.current().isAlive()).isTrue();
    }

    @Test
    void makesTheClusterAnewWhereAFirstStartWasCutOff() throws Exception {
        Path unfinished = Files.createDirectories(temporary.resolve("pg/cluster.unfinished/base"));
        Files.writeString(unfinished.resolve("half"), "x");

        try (EmbeddedPostgres postgres = start(temporary.resolve("pg"))) {
            assertThat(query(postgres, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void stopsItsServerWhenItCloses() throws Exception {
        EmbeddedPostgres postgres = start(temporary.resolve("pg"));
        ProcessHandle server = serverOf("pg");
        postgres.close();
        assertThat(server.onExit().get(120, TimeUnit.SECONDS).isAlive()).isFalse();
        assertThat(temporary.resolve("pg/cluster/postmaster.pid")).doesNotExist();
    }

    private EmbeddedPostgres start(Path folder) {
        return EmbeddedPostgres.start(folder, TestFolders.POSTGRES_PROGRAMS, new Startup(line -> {}));
    }

    private ProcessHandle serverOf(String folder) throws IOException {
        String pid = Files.readAllLines(temporary.resolve(folder).resolve("cluster/postmaster.pid"))
                .getFirst();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    private String permissions(String file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(temporary.resolve(file)));
    }

    private static void execute(EmbeddedPostgres postgres, String sql) throws SQLException {
        try (Connection connection = connect(postgres);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(EmbeddedPostgres postgres, String sql) throws SQLException {
        try (Connection connection = connect(postgres);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private static Connection connect(EmbeddedPostgres postgres) throws SQLException {
        DatabaseLocation location = postgres.location();
        return DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password());
    }
}
