package io.tokenrouter.app.accounts;

import io.tokenrouter.engine.text.Characters;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Signs people in and out. An attempt says nothing about which part of it was wrong, not by its words and not by its time: the
 * name of nobody costs a password's check as well. Safe from any thread; blocks.
 */
@Component
public class SignIns {

    /** Passwords that are checked at a time; each takes a core its time. */
    private static final int CHECKS = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int LONGEST_NAME = 64;

    private final AccountStore accounts;
    private final Accounts people;
    private final Sessions sessions;
    private final Passwords passwords;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final SignInThrottle throttle = new SignInThrottle();
    private final Semaphore checks = new Semaphore(CHECKS);

    @Autowired
    SignIns(
            AccountStore accounts,
            Accounts people,
            Sessions sessions,
            Passwords passwords,
            AuditTrail audit,
            TransactionTemplate transaction) {
        this(accounts, people, sessions, passwords, audit, transaction, Clock.systemUTC());
    }

    SignIns(
            AccountStore accounts,
            Accounts people,
            Sessions sessions,
            Passwords passwords,
            AuditTrail audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.accounts = accounts;
        this.people = people;
        this.sessions = sessions;
        this.passwords = passwords;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Tries to sign in.
     *
     * @param address that the try comes from
     * @param origin the same for the audit trail
     * @throws org.springframework.dao.DataAccessException if the database does not answer
     */
    public SignInOutcome attempt(String name, String password, String address, String origin) {
        String account = name.strip().toLowerCase(Locale.ROOT);
        String counted = Characters.first(account, LONGEST_NAME);
        SignInThrottle.Verdict verdict = throttle.begin(counted, address, clock.instant());
        if (verdict.mustWait()) {
            return new SignInOutcome.Wait(verdict.delay());
        }
        if (!beginCheck()) {
            return new SignInOutcome.Wait(PATIENCE);
        }
        Optional<AccountStore.Stored> found;
        boolean isRight;
        try {
            found = Accounts.isName(account) ? accounts.find(account) : Optional.empty();
            isRight = passwords.matches(
                    password, found.map(AccountStore.Stored::hash).orElse(null));
        } catch (DataAccessException noAnswer) {
            throttle.undecided(counted, address, clock.instant());
            throw noAnswer;
        } finally {
            checks.release();
        }
        if (found.isEmpty() || !isRight || found.get().account().disabled()) {
            recordRefusal(found, origin, verdict);
            return new SignInOutcome.Refused(verdict.left());
        }
        throttle.succeeded(counted, address, clock.instant());
        return begin(found.get().account(), origin);
    }

    /**
     * Changes one's own password; all sessions of the account end, and a new one begins. Tries with a wrong current password are
     * counted as those to sign in are.
     *
     * @throws AccountException if the new password is not good enough
     */
    public SignInOutcome changePassword(SignedIn user, String current, String next, String address, String origin) {
        // before anything is counted: what fails from here on knows the current password
        Passwords.verifyGoodEnough("new_password", next, user.name());
        SignInThrottle.Verdict verdict = throttle.begin(user.name(), address, clock.instant());
        if (verdict.mustWait()) {
            return new SignInOutcome.Wait(verdict.delay());
        }
        boolean isChanged;
        try {
            isChanged = people.changePassword(new Actor(user.name(), origin), user.name(), current, next);
        } catch (AccountException notGoodEnough) {
            throttle.succeeded(user.name(), address, clock.instant());
            throw notGoodEnough;
        } catch (DataAccessException | TransactionException noAnswer) {
            throttle.undecided(user.name(), address, clock.instant());
            throw noAnswer;
        }
        if (!isChanged) {
            return new SignInOutcome.Refused(verdict.left());
        }
        throttle.succeeded(user.name(), address, clock.instant());
        return begin(people.find(user.name()).orElseThrow(), origin);
    }

    /** Ends a session. */
    public void end(SignedIn user, String token, String origin) {
        sessions.end(token);
        audit.record(new Actor(user.name(), origin), "session.end", user.name(), null, null, null);
    }

    private SignInOutcome begin(Account account, String origin) {
        Instant now = clock.instant();
        String token = transaction.execute(status -> {
            String begun = sessions.begin(account.name());
            accounts.signedIn(account.name(), now);
            audit.record(new Actor(account.name(), origin), "session.begin", account.name(), null, null, null);
            return begun;
        });
        return new SignInOutcome.Done(
                new SignedIn(account.name(), account.role(), account.mustChangePassword()), token);
    }

    /** A name that is no account's may be a password in the wrong field, so it is not kept. */
    private void recordRefusal(Optional<AccountStore.Stored> found, String origin, SignInThrottle.Verdict verdict) {
        String name = found.map(stored -> stored.account().name()).orElse("an unknown name");
        audit.record(
                new Actor("nobody", origin), "session.refuse", name, null, Map.of("tries_left", verdict.left()), null);
    }

    private boolean beginCheck() {
        try {
            return checks.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
