package io.tokenrouter.app.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;

/** Sign-ins and the sessions that they begin, on a real Postgres. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SessionsTest {

    private static final Actor ADMIN = new Actor("admin", "api, 127.0.0.1");
    private static final String GOOD = "a rather good password";

    private AccountsDatabase database;
    private Sessions sessions;
    private Accounts accounts;
    private SignIns signIns;

    @BeforeAll
    void start(@TempDir Path folder) {
        database = new AccountsDatabase(folder.resolve("postgres"));
        sessions = database.sessions();
        accounts = database.accounts(sessions);
        signIns = database.signIns(accounts, sessions);
        // without an administrator no role can be changed
        accounts.createFirst();
    }

    @AfterAll
    void stop() {
        database.close();
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
}
