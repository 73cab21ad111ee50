package io.tokenrouter.app.accounts;

import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.app.persistence.StaleVersionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * People and their roles. Every change is one transaction with its entry in the audit trail, and ends the sessions of the
 * account that it is about. Safe from any thread; blocks.
 */
@Component
public class Accounts {

    /** Who is made at the first start. */
    public static final String FIRST = "admin";

    /** Names under which the server itself is in the audit trail, and such as would be mistaken for it. */
    private static final Set<String> RESERVED = Set.of("server", "tuner", "nobody", "anybody", "system");

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{1,39}");

    private final AccountStore store;
    private final Sessions sessions;
    private final Passwords passwords;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;

    Accounts(
            AccountStore store,
            Sessions sessions,
            Passwords passwords,
            AuditTrail audit,
            TransactionTemplate transaction) {
        this.store = store;
        this.sessions = sessions;
        this.passwords = passwords;
        this.audit = audit;
        this.transaction = transaction;
    }

    /** The accounts in a database, for a program beside the server, whose sessions it ends within {@link Sessions#BELIEVED}. */
    public static Accounts in(DataSource database) {
        JdbcClient client = JdbcClient.create(database);
        AccountStore store = new AccountStore(client);
        return new Accounts(
                store,
                new Sessions(
                        new SessionStore(client),
                        new DatabaseState(),
                        new SessionProperties(Duration.ofHours(12), Duration.ofDays(7))),
                new Passwords(),
                new JdbcAuditTrail(client),
                new TransactionTemplate(new DataSourceTransactionManager(database)));
    }

    /** Whether an account can be called so; all else need not be looked up. */
    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** By name. */
    public List<Account> all() {
        return store.all();
    }

    public Optional<Account> find(String name) {
        return isName(name) ? store.find(name).map(AccountStore.Stored::account) : Optional.empty();
    }

    /** Makes the first account if there is none, and returns its one-time password, which is kept nowhere. */
    public Optional<String> createFirst() {
        if (!store.isEmpty()) {
            return Optional.empty();
        }
        String password = passwords.oneTime();
        String hash = passwords.hash(password);
        boolean isMade = inTransaction(() -> {
            boolean isInserted = store.insert(FIRST, hash, Role.ADMIN);
            if (isInserted) {
                audit.record(Actor.SERVER, "account.create", FIRST, null, facts(Role.ADMIN, false), "first start");
            }
            return isInserted;
        });
        return isMade ? Optional.of(password) : Optional.empty();
    }

    /**
     * Makes an account and returns its one-time password, which is kept nowhere and has to be changed at the first sign-in.
     *
     * @throws AccountException if the name is no name, or taken
     */
    public String create(Actor actor, String name, Role role, @Nullable String reason) {
        if (!isName(name)) {
            throw AccountException.invalid(
                    "name",
                    "A name has 2 to 40 of a-z, 0-9, dot, dash and underscore, and begins with a letter or digit.");
        }
        if (RESERVED.contains(name)) {
            throw AccountException.invalid("name", "The name '" + name + "' is kept for the server.");
        }
        String password = passwords.oneTime();
        String hash = passwords.hash(password);
        inTransaction(() -> {
            if (!store.insert(name, hash, role)) {
                throw AccountException.conflict("There is an account '" + name + "' already.");
            }
            audit.record(actor, "account.create", name, null, facts(role, false), reason);
            return name;
        });
        return password;
    }

    /**
     * Changes role and state.
     *
     * @param expectedVersion that the caller has seen; empty for whatever is the newest
     * @throws AccountException if there is no such account, or no administrator would be left
     * @throws StaleVersionException if somebody else changed it meanwhile
     */
    public Account change(
            Actor actor,
            String name,
            OptionalLong expectedVersion,
            @Nullable Role newRole,
            @Nullable Boolean newDisabled,
            @Nullable String reason) {
        Account changed = inTransaction(() -> {
            List<Account> all = store.lockAll();
            Account before = newest(all, name, expectedVersion);
            Role role = newRole == null ? before.role() : newRole;
            boolean disabled = newDisabled == null ? before.disabled() : newDisabled;
            if (role == before.role() && disabled == before.disabled()) {
                return before;
            }
            verifyAnAdministratorIsLeft(all, name, role, disabled);
            store.update(name, role, disabled);
            sessions.endAll(name);
            audit.record(
                    actor,
                    "account.change",
                    name,
                    facts(before.role(), before.disabled()),
                    facts(role, disabled),
                    reason);
            return find(name).orElseThrow();
        });
        sessions.forget(name);
        return changed;
    }

    /**
     * Gives an account a one-time password, and returns it.
     *
     * @throws AccountException if there is no such account
     * @throws StaleVersionException if somebody else changed it meanwhile
     */
    public String resetPassword(Actor actor, String name, OptionalLong expectedVersion, @Nullable String reason) {
        String password = passwords.oneTime();
        String hash = passwords.hash(password);
        inTransaction(() -> {
            newest(store.lockAll(), name, expectedVersion);
            store.setPassword(name, hash, true);
            sessions.endAll(name);
            audit.record(actor, "account.reset-password", name, null, null, reason);
            return name;
        });
        sessions.forget(name);
        return password;
    }

    /** For whoever can reach the database: makes the first account usable again whatever became of it. */
    public String recoverFirst() {
        String password = passwords.oneTime();
        String hash = passwords.hash(password);
        inTransaction(() -> {
            if (!store.insert(FIRST, hash, Role.ADMIN)) {
                store.update(FIRST, Role.ADMIN, false);
                store.setPassword(FIRST, hash, true);
            }
            sessions.endAll(FIRST);
            audit.record(Actor.COMMAND_LINE, "account.recover", FIRST, null, facts(Role.ADMIN, false), null);
            return FIRST;
        });
        sessions.forget(FIRST);
        return password;
    }

    /**
     * Changes one's own password and ends all sessions of the account.
     *
     * @return false if the current password is wrong
     * @throws AccountException if the new one is not good enough
     */
    public boolean changePassword(Actor actor, String name, String current, String next) {
        Passwords.verifyGoodEnough("new_password", next, name);
        AccountStore.Stored before = store.find(name).orElseThrow(() -> AccountException.unknown(name));
        if (!passwords.matches(current, before.hash())) {
            return false;
        }
        if (current.equals(next)) {
            throw AccountException.invalid("new_password", "The new password must be another one.");
        }
        String hash = passwords.hash(next);
        inTransaction(() -> {
            newest(store.lockAll(), name, OptionalLong.of(before.account().version()));
            store.setPassword(name, hash, false);
            sessions.endAll(name);
            audit.record(actor, "account.change-password", name, null, null, null);
            return name;
        });
        sessions.forget(name);
        return true;
    }

    private <T> T inTransaction(Supplier<T> change) {
        return transaction.execute(status -> change.get());
    }

    private static Account newest(List<Account> all, String name, OptionalLong expectedVersion) {
        Account account = all.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> AccountException.unknown(name));
        if (expectedVersion.isPresent() && expectedVersion.getAsLong() != account.version()) {
            throw new StaleVersionException(expectedVersion.getAsLong(), account.version());
        }
        return account;
    }

    private static void verifyAnAdministratorIsLeft(List<Account> all, String name, Role role, boolean disabled) {
        boolean isAdministrator = role == Role.ADMIN && !disabled;
        boolean areOthers = all.stream()
                .anyMatch(other -> !other.name().equals(name) && other.role() == Role.ADMIN && !other.disabled());
        if (!isAdministrator && !areOthers) {
            throw AccountException.conflict("'" + name + "' is the last administrator; make another one first.");
        }
    }

    private static Map<String, ?> facts(Role role, boolean disabled) {
        return Map.of("role", role.word(), "disabled", disabled);
    }
}
