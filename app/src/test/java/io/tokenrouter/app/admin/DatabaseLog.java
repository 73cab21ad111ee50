package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.Arrays;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What an operator reads in the log while the database is in trouble, by kind. */
final class DatabaseLog implements AutoCloseable {

    /** Lines of the log, by how they begin. */
    enum Line {
        AWAY("The database does not answer"),
        BACK("The database answers again"),
        RESTARTED("The embedded Postgres is not running"),
        NOT_STARTED("It did not start, and is tried again");

        private final String begin;

        Line(String begin) {
            this.begin = begin;
        }
    }

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    DatabaseLog() {
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        root.addAppender(lines);
    }

    long count(Line kind) {
        return lines.list.stream()
                .filter(event -> event.getFormattedMessage().startsWith(kind.begin))
                .count();
    }

    /** As many outages have ended as began. */
    boolean isOver() {
        return count(Line.AWAY) == count(Line.BACK);
    }

    /** However often something failed because of the database: nobody else may warn of it. */
    void assertNoWarningsBut(Line... kinds) {
        assertThat(lines.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                // of a machine that is too slow
                .filteredOn(event -> !event.getLoggerName().endsWith(".ProgressWatchdog"))
                .extracting(ILoggingEvent::getFormattedMessage)
                .allMatch(message -> Arrays.stream(kinds).anyMatch(kind -> message.startsWith(kind.begin)));
    }

    @Override
    public void close() {
        root.detachAppender(lines);
    }
}
