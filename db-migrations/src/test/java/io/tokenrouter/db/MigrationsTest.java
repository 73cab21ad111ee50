package io.tokenrouter.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applies every migration to a real Postgres and checks what the schema refuses. */
class MigrationsTest {

    private static EmbeddedPostgres postgres;
    private static DataSource database;
    private static MigrateResult first;

    @BeforeAll
    static void migrate() throws IOException {
        postgres = EmbeddedPostgres.builder().start();
        database = postgres.getPostgresDatabase();
        first = flyway().migrate();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @Test
    void appliesAllOfThemOnceAndHasNothingToDoTheSecondTime() {
        assertThat(first.success).isTrue();
        assertThat(first.migrationsExecuted).isPositive();
        assertThat(flyway().migrate().migrationsExecuted).isZero();
        flyway().validate();
    }

    @Test
    void hasTheTablesAndSaysWhatEachIsFor() throws SQLException {
        assertThat(query("""
                        SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                        WHERE c.relkind = 'r' AND n.nspname = 'public' AND obj_description(c.oid) IS NOT NULL
                        """))
                .containsExactlyInAnyOrder(
                        "models",
                        "pairs",
                        "pair_roles",
                        "policies",
                        "policy_versions",
                        "batching_settings",
                        "batching_changes",
                        "generations",
                        "api_access",
                        "api_keys",
                        "usage_requests",
                        "usage_tokens",
                        "model_throughput",
                        "target_throughput",
                        "throughput_rolled_up",
                        "throughput_retention",
                        "accounts",
                        "sessions",
                        "audit_entries",
                        "pair_entropies",
                        "generation_routes",
                        "token_signals",
                        "signal_recordings");
    }

    @Test
    void keepsAPairWithItsModelsAndPolicy() throws SQLException {
        execute("INSERT INTO models (id, file, origin) VALUES ('a', '/a.gguf', 'demo'), ('b', '/b.gguf', 'demo')");
        execute("INSERT INTO policies (name) VALUES ('p')");
        execute("INSERT INTO policy_versions VALUES ('p', 1, 'uncertainty', '{\"enter\": 0.2}')");
        execute(
                "INSERT INTO pairs (id, small_model_id, large_model_id, policy_name, origin) VALUES ('ab', 'a', 'b', 'p', 'demo')");

        assertThat(query("SELECT options ->> 'enter' FROM policy_versions WHERE policy_name = 'p'"))
                .containsExactly("0.2");
        assertRefused("DELETE FROM models WHERE id = 'a'", "pairs_small_model_id_fkey");
        execute("INSERT INTO batching_settings (pair_id, mode, policy) VALUES ('ab', 'pinned', 'greedy')");
        execute("INSERT INTO batching_settings (pair_id, mode) VALUES ('ab', 'self-tuned')");
        assertThat(query("SELECT mode FROM batching_settings ORDER BY version"))
                .containsExactly("pinned", "self-tuned");
        assertRefused("INSERT INTO batching_settings (pair_id, mode) VALUES ('ab', 'pinned')", "check constraint");
        assertRefused("INSERT INTO batching_settings (pair_id, mode) VALUES ('x', 'self-tuned')", "foreign key");
        assertRefused("DELETE FROM policies WHERE name = 'p'", "pairs_policy_name_fkey");
        assertRefused("UPDATE pairs SET large_model_id = 'a'", "check constraint");
        assertRefused("INSERT INTO policy_versions VALUES ('p', 1, 'fixed', '{}')", "duplicate key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO models (id, file, origin) VALUES ('', '/a.gguf', 'demo')",
                "INSERT INTO models (id, file, origin) VALUES ('a b', '/a.gguf', 'demo')",
                "INSERT INTO models (id, file, origin) VALUES ('c', '/a.gguf', 'elsewhere')",
                "INSERT INTO policies (name) VALUES ('../x')",
                "INSERT INTO batching_changes VALUES (gen_random_uuid(), 'a', now(), 'nobody', 'x', 'y', 'z', 0.1)",
                "INSERT INTO accounts (name, password_hash, role) VALUES ('Ann', '{bcrypt}x', 'viewer')",
                "INSERT INTO accounts (name, password_hash, role) VALUES ('ann', 'in the clear', 'viewer')",
                "INSERT INTO accounts (name, password_hash, role) VALUES ('ann', '{bcrypt}x', 'owner')",
                "INSERT INTO audit_entries (recorded_at, actor, origin, action, subject) VALUES (now(), '', 'api', 'a.b', 's')",
                "INSERT INTO audit_entries (recorded_at, actor, origin, action, subject) VALUES (now(), 'ann', 'api', 'pin', 's')",
                "INSERT INTO api_access (id, required, version) VALUES (false, true, 2)",
                "INSERT INTO usage_requests VALUES (current_date, '', 'demo', 1, 1)",
                "INSERT INTO model_throughput VALUES (10, 'a', now(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}', '{}', 0, 0, 0, 0, 0)",
                "INSERT INTO model_throughput VALUES (11, 'a', now(), 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}', '{}', 0, 0, 0, 0, 0)",
                "INSERT INTO target_throughput VALUES (10, 'a', now(), 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]', '{}', '{}')",
                "INSERT INTO throughput_rolled_up VALUES (10, now())",
                "INSERT INTO throughput_retention (samples_seconds, minutes_seconds, hours_seconds) VALUES (2, 1, 3)",
                "INSERT INTO signal_recordings (share, most_bytes, kept_seconds) VALUES (1.5, 1, 1)",
                "INSERT INTO token_signals VALUES (DEFAULT, 'r', 'p', 's', 'l', 'fixed', '{}', now(), 2, 0, 1, 'ss', 'ss', '..', '{1,2}', '{1,2}', '{1}', NULL)",
                "INSERT INTO token_signals VALUES (DEFAULT, 'r', 'p', 's', 'l', 'fixed', '{}', now(), 1, 0, 1, 's', 'Q', '.', '{1}', '{1}', '{1}', NULL)"
            })
    void refusesRowsThatMakeNoSense(String sql) {
        assertRefused(sql, "check constraint");
    }

    @Test
    void aNameIsFreeAgainWhenItsKeyIsRevoked() throws SQLException {
        String sql = """
                INSERT INTO api_keys (id, hash, hint, name, owner, notes, models, may_route, created_at, created_by)
                VALUES (gen_random_uuid(), sha256('%s'), 'tr-abcd', '%s', '', '', '{}', true, now(), 'admin')
                """;
        execute(sql.formatted("a", "frontend"));
        assertRefused(sql.formatted("b", "FrontEnd"), "api_keys_name");
        assertRefused(sql.formatted("a", "other"), "api_keys_hash_key");
        execute("UPDATE api_keys SET revoked_at = now()");
        execute(sql.formatted("b", "FrontEnd"));
        assertRefused(sql.replace("'tr-abcd'", "'the whole key'").formatted("c", "third"), "check constraint");
    }

    @Test
    void whetherKeysAreNeededIsOneRow() throws SQLException {
        assertThat(query("SELECT required FROM api_access")).containsExactly("f");
        assertRefused("INSERT INTO api_access (required, version) VALUES (true, 2)", "duplicate key");
    }

    @Test
    void aFailedGenerationMustSayWhy() {
        String sql = """
                INSERT INTO generations (id, request_id, target, prompt_tokens, cached_tokens, completion_tokens,
                    catch_up_tokens, discarded_tokens, switches, outcome, started_at, finished_at, queued_seconds,
                    total_seconds)
                VALUES (gen_random_uuid(), 'r', 't', 3, 0, '{"a": 2}', '{}', 0, 0, '%s', now(), now(), 0, 0.5)
                """;
        assertThat(catchError(sql.formatted("stop"))).isNull();
        assertRefused(sql.formatted("failed"), "check constraint");
    }

    @Test
    void sessionsGoWithTheirAccount() throws SQLException {
        execute("INSERT INTO accounts (name, password_hash, role) VALUES ('leaver', '{bcrypt}x', 'viewer')");
        execute("INSERT INTO sessions VALUES (sha256('token'), 'leaver', now(), now())");
        assertRefused("INSERT INTO sessions VALUES ('in the clear', 'leaver', now(), now())", "check constraint");

        execute("DELETE FROM accounts WHERE name = 'leaver'");

        assertThat(query("SELECT account_name FROM sessions")).isEmpty();
    }

    @Test
    void anAuditEntryIsNeverChanged() throws SQLException {
        execute("INSERT INTO audit_entries (recorded_at, actor, origin, action, subject, after)"
                + " VALUES (now(), 'ann', 'console, 127.0.0.1', 'batching.pin', 'demo', '{\"mode\": \"pinned\"}')");

        assertRefused("UPDATE audit_entries SET actor = 'bob'", "never changed");
        assertThat(query("SELECT actor FROM audit_entries")).containsExactly("ann");
    }

    @Test
    void samplesOfTheFirstVersionAreCarriedOver() throws SQLException {
        FluentConfiguration old = Flyway.configure().dataSource(database).schemas("old");
        old.target("1").load().migrate();
        execute("INSERT INTO old.throughput_samples VALUES"
                + " ('a', '2026-11-30 12:00:10+00', 10, 250, 600, 20, 40, 80, 4.5, 3, 1, 5, 8)");
        old.target("latest").load().migrate();

        assertThat(query("SELECT starts_at = '2026-11-30 12:00:00+00' AND resolution = 10 AND written_tokens = 250"
                        + " AND rows_in_steps = 80 AND waiting_row_seconds = 30 AND total_blocks = 8"
                        + " FROM old.model_throughput"))
                .containsExactly("t");
    }

    private static Flyway flyway() {
        return Flyway.configure().dataSource(database).load();
    }

    private static void assertRefused(String sql, String reason) {
        assertThatThrownBy(() -> execute(sql)).isInstanceOf(SQLException.class).hasMessageContaining(reason);
    }

    private static Exception catchError(String sql) {
        try {
            execute(sql);
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> query(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }
}
