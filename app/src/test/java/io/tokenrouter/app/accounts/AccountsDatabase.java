package io.tokenrouter.app.accounts;

import com.zaxxer.hikari.HikariDataSource;
import io.tokenrouter.app.Startup;
import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.app.postgres.Database;
import io.tokenrouter.app.postgres.DatabaseLocation;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A real Postgres with all migrations, and the parts of accounts on it, whose time stands still until it is moved. */
final class AccountsDatabase implements AutoCloseable {

    private static final SessionProperties LIMITS = new SessionProperties(Duration.ofHours(12), Duration.ofDays(7));

    private final Database database;
    private final HikariDataSource pool = new HikariDataSource();
    private final MovableClock clock = new MovableClock();
    final JdbcClient sql;
    final AccountStore store;
    final Passwords passwords = new Passwords();
    final TransactionTemplate transaction;
    final AuditTrail audit;

    AccountsDatabase(Path folder) {
        database = Database.embedded(folder, TestFolders.POSTGRES_PROGRAMS, new Startup(line -> {}));
        DatabaseLocation location = database.location();
        pool.setJdbcUrl(location.jdbcUrl());
        pool.setUsername(location.user());
        pool.setPassword(location.password());
        pool.setMaximumPoolSize(4);
        Flyway.configure().dataSource(pool).load().migrate();
        sql = JdbcClient.create(pool);
        store = new AccountStore(sql);
        transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
        audit = new JdbcAuditTrail(sql);
    }

    /** As a server that has just started has them: nothing is remembered. */
    Sessions sessions() {
        return new Sessions(new SessionStore(sql), new DatabaseState(), LIMITS, clock);
    }

    Accounts accounts(Sessions sessions) {
        return new Accounts(store, sessions, passwords, audit, transaction);
    }

    SignIns signIns(Accounts accounts, Sessions sessions) {
        return new SignIns(store, accounts, sessions, passwords, audit, transaction, clock);
    }

    void pass(Duration time) {
        clock.now = clock.now.plus(time);
    }

    /** Takes the database away: no statement is answered any more. */
    void takeAway() {
        pool.close();
    }

    @Override
    public void close() {
        pool.close();
        database.close();
    }

    private static final class MovableClock extends Clock {

        private volatile Instant now = Instant.parse("2026-11-30T08:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
