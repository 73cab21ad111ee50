package io.tokenrouter.app.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.app.persistence.StaleVersionException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** People and their passwords on a real Postgres. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccountsTest {

    private static final Actor ADMIN = new Actor("admin", "api, 127.0.0.1");

    private AccountsDatabase database;
    private Sessions sessions;
    private Accounts accounts;
    private SignIns signIns;
    private String firstPassword;

    @BeforeAll
    void start(@TempDir Path folder) {
        database = new AccountsDatabase(folder.resolve("postgres"));
        sessions = database.sessions();
        accounts = database.accounts(sessions);
        signIns = database.signIns(accounts, sessions);
        firstPassword = accounts.createFirst().orElseThrow();
    }

    @AfterAll
    void stop() {
        database.close();
    }

    @Test
    void theFirstStartMakesAnAdministratorOnce() {
        assertThat(accounts.createFirst()).isEmpty();
        assertThat(accounts.find("admin")).hasValueSatisfying(admin -> {
            assertThat(admin.role()).isEqualTo(Role.ADMIN);
            assertThat(admin.mustChangePassword()).isTrue();
        });
        assertThat(database.sql
                        .sql("SELECT password_hash FROM accounts")
                        .query(String.class)
                        .list())
                .allMatch(hash -> hash.startsWith("{bcrypt}"));
    }

    @Test
    void noPasswordIsAnywhereInTheDatabase() {
        String created = accounts.create(ADMIN, "hidden", Role.VIEWER, null);
        String reset = accounts.resetPassword(ADMIN, "hidden", OptionalLong.empty(), null);
        String token = signedIn("hidden", reset).token();

        List<String> all = database.sql
                .sql("SELECT a::text FROM audit_entries a UNION ALL SELECT a::text FROM accounts a UNION ALL"
                        + " SELECT s::text FROM sessions s")
                .query(String.class)
                .list();
        assertThat(all)
                .isNotEmpty()
                .noneMatch(row -> row.contains(firstPassword)
                        || row.contains(created)
                        || row.contains(reset)
                        || row.contains(token));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "Ann", "-a", "a b", "a/b", "server", "tuner", "nul\0"})
    void aNameThatIsNoneIsRefused(String name) {
        assertThatThrownBy(() -> accounts.create(ADMIN, name, Role.VIEWER, null))
                .isInstanceOf(AccountException.class)
                .satisfies(e -> assertThat(((AccountException) e).field()).isEqualTo("name"));
    }

    @Test
    void everyChangeOfAnAccountIsInTheAuditTrailWithBeforeAndAfter() {
        accounts.create(ADMIN, "traced", Role.VIEWER, "joins the team");
        accounts.change(ADMIN, "traced", OptionalLong.of(1), Role.OPERATOR, null, "knows the models by now");

        assertThat(database.sql
                        .sql("SELECT concat_ws('|', actor, origin, action, before ->> 'role', after ->> 'role', reason)"
                                + " FROM audit_entries WHERE subject = 'traced' ORDER BY id")
                        .query(String.class)
                        .list())
                .containsExactly(
                        "admin|api, 127.0.0.1|account.create|viewer|joins the team",
                        "admin|api, 127.0.0.1|account.change|viewer|operator|knows the models by now");
    }

    @Test
    void aChangeFromAnOldVersionIsRefusedAndLeavesNoEntry() {
        accounts.create(ADMIN, "stale", Role.VIEWER, null);
        accounts.change(ADMIN, "stale", OptionalLong.of(1), Role.OPERATOR, null, null);

        assertThatThrownBy(() -> accounts.change(ADMIN, "stale", OptionalLong.of(1), Role.ADMIN, null, null))
                .isInstanceOf(StaleVersionException.class);
        assertThat(accounts.find("stale").orElseThrow().role()).isEqualTo(Role.OPERATOR);
        assertThat(entries("stale")).isEqualTo(2);
    }

    @Test
    void theLastAdministratorStays() {
        assertThatThrownBy(() -> accounts.change(ADMIN, "admin", OptionalLong.empty(), Role.VIEWER, null, null))
                .hasMessageContaining("last administrator");
        assertThatThrownBy(() -> accounts.change(ADMIN, "admin", OptionalLong.empty(), null, true, null))
                .hasMessageContaining("last administrator");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "short",
                "elevenchars",
                "of seventy-three characters, the last of which bcrypt would not look at..",
                "ä ä ä ä ä ä ä ä ä ä ä ä ä ä ä ä ä ä ä ä ä ä ä ä ä",
                "administrator"
            })
    void aPasswordHasToBeGoodEnough(String password) {
        assertThatThrownBy(() -> Passwords.verifyGoodEnough("new_password", password, "Administrator"))
                .isInstanceOf(AccountException.class);
    }

    @Test
    void recoveringMakesTheFirstAccountAnAdministratorAgain() {
        accounts.create(ADMIN, "usurper", Role.ADMIN, null);
        accounts.change(ADMIN, "admin", OptionalLong.empty(), Role.VIEWER, true, null);

        String password = database.accounts(database.sessions()).recoverFirst();

        assertThat(signedIn("admin", password).user()).isEqualTo(new SignedIn("admin", Role.ADMIN, true));
        accounts.change(ADMIN, "usurper", OptionalLong.empty(), Role.VIEWER, null, null);
    }

    private SignInOutcome.Done signedIn(String name, String password) {
        return (SignInOutcome.Done) signIns.attempt(name, password, "z", "api, z");
    }

    private int entries(String subject) {
        return database.sql
                .sql("SELECT count(*) FROM audit_entries WHERE subject = :subject")
                .param("subject", subject)
                .query(Integer.class)
                .single();
    }
}
