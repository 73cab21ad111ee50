package io.tokenrouter.app.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.app.persistence.StaleVersionException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;

/** People, their passwords and their sessions on a real Postgres. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AccountsTest {

    private static final Actor ADMIN = new Actor("admin", "api, 127.0.0.1");
    private static final String GOOD = "a rather good password";

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

    @Test
    void sessionsEndAtSignOutAtAChangeOfRoleAtDisablingAndAtANewPassword() {
        String first = accounts.create(ADMIN, "ends", Role.VIEWER, null);
        SignInOutcome.Done session = signedIn("ends", first);
        assertThat(who(session.token())).isEqualTo(new SignedIn("ends", Role.VIEWER, true));
        signIns.end(session.user(), session.token(), "api, 127.0.0.1");
        assertThat(who(session.token())).isNull();

        String before = signedIn("ends", first).token();
        SignInOutcome.Done own =
                (SignInOutcome.Done) signIns.changePassword(session.user(), first, GOOD, "a", "api, a");
        assertThat(who(before)).isNull();
        assertThat(who(own.token())).isEqualTo(new SignedIn("ends", Role.VIEWER, false));

        accounts.change(ADMIN, "ends", OptionalLong.empty(), Role.OPERATOR, null, null);
        assertThat(who(own.token())).isNull();

        String operator = signedIn("ends", GOOD).token();
        accounts.change(ADMIN, "ends", OptionalLong.empty(), null, true, null);
        assertThat(who(operator)).isNull();
        assertThat(signIns.attempt("ends", GOOD, "b", "api, b")).isInstanceOf(SignInOutcome.Refused.class);
    }

    @Test
    void sessionsOutliveARestartAndEndByThemselves() {
        String password = accounts.create(ADMIN, "stays", Role.VIEWER, null);
        String idle = signedIn("stays", password).token();
        String used = signedIn("stays", password).token();

        Sessions restarted = database.sessions();
        assertThat(restarted.find(used).block()).isNotNull();
        for (int hour = 0; hour < 24 * 7 - 1; hour++) {
            database.pass(Duration.ofHours(1));
            assertThat(restarted.find(used).block()).as("hour %d", hour).isNotNull();
        }
        assertThat(restarted.find(idle).block()).as("unused for a day").isNull();
        database.pass(Duration.ofHours(2));
        assertThat(restarted.find(used).block()).as("after a week").isNull();
    }

    @Test
    void whatAnotherProcessEndedIsOverWithinSeconds() {
        String password = accounts.create(ADMIN, "elsewhere", Role.VIEWER, null);
        String token = signedIn("elsewhere", password).token();
        assertThat(who(token)).isNotNull();

        database.accounts(database.sessions()).resetPassword(ADMIN, "elsewhere", OptionalLong.empty(), null);
        database.pass(Sessions.BELIEVED);

        assertThat(who(token)).isNull();
    }

    @Test
    void anAccountHasABoundedNumberOfSessionsAndTheOldestEnd() {
        accounts.create(ADMIN, "many", Role.VIEWER, null);
        String oldest = sessions.begin("many");
        for (int i = 0; i < Sessions.MOST_OF_AN_ACCOUNT; i++) {
            database.pass(Duration.ofSeconds(1));
            sessions.begin("many");
        }

        assertThat(who(oldest)).isNull();
        assertThat(database.sql
                        .sql("SELECT count(*) FROM sessions WHERE account_name = 'many'")
                        .query(Integer.class)
                        .single())
                .isEqualTo(Sessions.MOST_OF_AN_ACCOUNT);
    }

    @Test
    void whatIsNoTokenIsNobodys() {
        assertThat(who("")).isNull();
        assertThat(who("trs_" + "x".repeat(10_000))).isNull();
        assertThat(who(SessionToken.random())).isNull();
    }

    @Test
    void aTryDoesNotTellWhichPartWasWrong() {
        accounts.create(ADMIN, "known", Role.VIEWER, null);

        assertThat(signIns.attempt("known", "wrong", "c", "api, c"))
                .isEqualTo(signIns.attempt("unknown", "wrong", "c", "api, c"))
                .isEqualTo(new SignInOutcome.Refused(4));
        assertThat(signIns.attempt("nul\0", "wrong\0", "c", "api, c")).isInstanceOf(SignInOutcome.Refused.class);
        assertThat(database.sql
                        .sql(
                                "SELECT count(*) FROM audit_entries WHERE action = 'session.refuse' AND subject = 'unknown'")
                        .query(Integer.class)
                        .single())
                .as("what was typed may be a password in the wrong field")
                .isZero();
    }

    @Test
    void tooManyTriesWaitAlsoWithTheRightPassword() {
        String password = accounts.create(ADMIN, "tried", Role.VIEWER, null);
        for (int i = 0; i < SignInThrottle.OF_ACCOUNT_FROM_ADDRESS; i++) {
            signIns.attempt("tried", "wrong", "d", "api, d");
        }

        assertThat(signIns.attempt("Tried ", password, "d", "api, d"))
                .isEqualTo(new SignInOutcome.Wait(SignInThrottle.WINDOW));
        database.pass(SignInThrottle.WINDOW);
        assertThat(signIns.attempt("tried", password, "d", "api, d")).isInstanceOf(SignInOutcome.Done.class);
    }

    @Test
    void guessingThePresentPasswordWaitsAsWellAndAWeakNewOneDoesNotStartAfresh() {
        String password = accounts.create(ADMIN, "guessed", Role.VIEWER, null);
        SignedIn user = signedIn("guessed", password).user();
        for (int i = 0; i < SignInThrottle.OF_ACCOUNT_FROM_ADDRESS; i++) {
            assertThat(signIns.changePassword(user, "wrong", GOOD, "e", "api, e"))
                    .isInstanceOf(SignInOutcome.Refused.class);
            assertThatThrownBy(() -> signIns.changePassword(user, "wrong", "short", "e", "api, e"))
                    .isInstanceOf(AccountException.class);
        }

        assertThat(signIns.changePassword(user, password, GOOD, "e", "api, e")).isInstanceOf(SignInOutcome.Wait.class);
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

    @Test
    @Order(Integer.MAX_VALUE)
    void whoIsSignedInStaysSoWhileTheDatabaseIsAway() {
        String password = accounts.create(ADMIN, "through", Role.OPERATOR, null);
        String token = signedIn("through", password).token();
        assertThat(who(token)).isNotNull();

        database.takeAway();
        database.pass(Duration.ofMinutes(30));

        assertThat(who(token)).isEqualTo(new SignedIn("through", Role.OPERATOR, true));
        assertThatThrownBy(() -> database.sessions().find(token).block())
                .as("nothing is remembered there")
                .isInstanceOf(DataAccessException.class);
    }

    private SignInOutcome.Done signedIn(String name, String password) {
        return (SignInOutcome.Done) signIns.attempt(name, password, "z", "api, z");
    }

    private SignedIn who(String token) {
        return sessions.find(token).block();
    }

    private int entries(String subject) {
        return database.sql
                .sql("SELECT count(*) FROM audit_entries WHERE subject = :subject")
                .param("subject", subject)
                .query(Integer.class)
                .single();
    }
}
