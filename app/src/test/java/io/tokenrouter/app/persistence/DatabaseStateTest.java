package io.tokenrouter.app.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.orm.jpa.JpaSystemException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

/** However much fails while the database is away, it is told once. */
class DatabaseStateTest {

    private final DatabaseState state = new DatabaseState();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(DatabaseState.class);

    @BeforeEach
    void listen() {
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(log);
    }

    static Stream<RuntimeException> outages() {
        SQLException broken = new SQLException("An I/O error occurred", "08006");
        return Stream.of(
                new DataAccessResourceFailureException("read", broken),
                new DataAccessResourceFailureException("without a reason"),
                new CannotCreateTransactionException("begin", new SQLTransientConnectionException("refused", broken)),
                new TransactionSystemException("commit", new SQLException("terminated", "57P01")),
                new TransactionSystemException("begin", new SQLException("too many clients", "53300")),
                // of a connection that the pool has closed, as the persistence provider tells it
                new JpaSystemException(new RuntimeException(
                        "Unable to rollback against JDBC Connection", new SQLException("Connection is closed"))));
    }

    @ParameterizedTest
    @MethodSource("outages")
    void anOutageIsToldOnceByWhateverFails(RuntimeException outage) {
        assertThat(state.attempt(() -> fail(outage))).isFalse();
        assertThat(state.isUp()).isFalse();
        outages().forEach(other -> assertThat(state.ask(() -> fail(other))).isFalse());
        assertThat(warnings()).singleElement().asString().startsWith("The database does not answer");

        assertThat(state.attempt(() -> {})).isTrue();
        assertThat(state.isUp()).as("nothing was asked").isFalse();
        assertThat(state.ask(() -> {})).isTrue();
        assertThat(state.isUp()).isTrue();
    }

    @Test
    void workWithANameTellsWhatElseWentWrongAndNoOutageOfItsOwn() {
        assertThat(state.ask(
                        "reading the keys", () -> fail(outages().findFirst().orElseThrow())))
                .isFalse();
        assertThat(state.attempt(
                        "reading the keys", () -> fail(outages().findFirst().orElseThrow())))
                .isFalse();
        assertThat(warnings()).singleElement().asString().startsWith("The database does not answer");

        assertThat(state.ask("reading the keys", () -> {})).isTrue();
        assertThat(state.ask("reading the keys", () -> fail(new DataIntegrityViolationException("odd"))))
                .isFalse();
        assertThat(warnings()).last().isEqualTo("Not done this time: reading the keys (odd)");
        assertThat(state.isUp()).isTrue();
        assertThatThrownBy(() -> state.ask("reading the keys", () -> fail(new IllegalStateException("a fault"))))
                .hasMessage("a fault");
    }

    static Stream<RuntimeException> others() {
        return Stream.of(
                new DataIntegrityViolationException("insert", new SQLException("duplicate key", "23505")),
                new BadSqlGrammarException("read", "SELEC", new SQLException("syntax error", "42601")),
                new TransactionSystemException("commit", new SQLException("statement timeout", "57014")),
                new IllegalStateException("of the work itself"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void whatFailsForAnotherReasonIsLeftToTheCaller(RuntimeException other) {
        assertThatThrownBy(() -> state.ask(() -> fail(other))).isSameAs(other);
        assertThatThrownBy(() -> state.attempt(() -> fail(other))).isSameAs(other);
        assertThat(state.isUp()).isTrue();
        assertThat(warnings()).isEmpty();
    }

    @Test
    void whatBeganBeforeItCameBackIsNoSecondOutage() {
        DataAccessResourceFailureException gone = new DataAccessResourceFailureException("gone");
        state.attempt(() -> fail(gone));
        boolean done = state.attempt(() -> {
            state.ask(() -> {});
            fail(gone);
        });
        assertThat(done).isFalse();
        assertThat(state.isUp()).isTrue();
        assertThat(warnings()).hasSize(1);
    }

    @Test
    void whatBeganBeforeItWentAwayDoesNotEndAnOutage() {
        state.ask(() -> state.attempt(() -> fail(new DataAccessResourceFailureException("gone"))));
        assertThat(state.isUp()).isFalse();
    }

    private static void fail(RuntimeException how) {
        throw how;
    }

    private List<String> warnings() {
        // servers of other classes have databases of their own
        String here = Thread.currentThread().getName();
        return log.list.stream()
                .filter(event -> event.getThreadName().equals(here))
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
