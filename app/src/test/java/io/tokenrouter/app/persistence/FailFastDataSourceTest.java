package io.tokenrouter.app.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Only one caller at a time waits for a database that is away. */
class FailFastDataSourceTest {

    private long now;
    private int tries;
    private SQLException refusal;
    private final CountDownLatch waits = new CountDownLatch(1);
    private final CountDownLatch comesBack = new CountDownLatch(1);
    private boolean isPatient;
    private Runnable begins = () -> {};

    private final FailFastDataSource database = new FailFastDataSource(
            new AbstractDataSource() {

                @Override
                public Connection getConnection() throws SQLException {
                    tries++;
                    if (isPatient) {
                        waits.countDown();
                        begins.run();
                        try {
                            comesBack.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                    if (refusal != null) {
                        throw refusal;
                    }
                    return (Connection) Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {Connection.class},
                            (it, method, given) -> null);
                }

                @Override
                public Connection getConnection(String user, String password) throws SQLException {
                    return getConnection();
                }
            },
            () -> now);

    @Test
    void afterAFailureItIsLeftAloneForAWhileAndThenTriedByOne() throws Exception {
        assertThat(database.getConnection()).isNotNull();
        refusal = new SQLException("refused");
        assertThatThrownBy(database::getConnection).hasMessage("refused");
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(database::getConnection).hasMessageContaining("does not answer");
        }
        assertThat(tries).isEqualTo(2);

        now += FailFastDataSource.RETRY_NANOS;
        assertThatThrownBy(database::getConnection).hasMessage("refused");
        assertThatThrownBy(database::getConnection).hasMessageContaining("does not answer");
        assertThat(tries).isEqualTo(3);

        refusal = null;
        now += FailFastDataSource.RETRY_NANOS;
        assertThat(database.getConnection()).isNotNull();
        assertThat(database.getConnection()).isNotNull();
        assertThat(tries).isEqualTo(5);
    }

    @Test
    void whileOneTriesAgainAllOthersAreRefusedAtOnce() throws Exception {
        refusal = new SQLException("refused");
        assertThatThrownBy(database::getConnection).hasMessage("refused");
        now += FailFastDataSource.RETRY_NANOS;
        refusal = null;
        isPatient = true;
        Thread trying = Thread.ofPlatform().start(() -> {
            try {
                database.getConnection();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        waits.await();

        assertThatThrownBy(database::getConnection).hasMessageContaining("does not answer");
        comesBack.countDown();
        trying.join();
        assertThat(database.getConnection()).isNotNull();
    }

    @Test
    void aFullPoolIsNoOutageAndTheNextIsServedAtOnce() throws Exception {
        refusal = new SQLTransientConnectionException("database - Connection is not available, request timed out");
        assertThatThrownBy(database::getConnection).isInstanceOf(DatabaseBusyException.class);
        assertThatThrownBy(database::getConnection).isInstanceOf(DatabaseBusyException.class);
        assertThat(tries).isEqualTo(2);

        refusal = null;
        assertThat(database.getConnection()).isNotNull();
    }

    @Test
    void aPoolThatCannotConnectIsAnOutage() {
        refusal = new SQLTransientConnectionException("timed out", "08001", new SQLException("refused", "08001"));
        assertThatThrownBy(database::getConnection).isSameAs(refusal);
        assertThatThrownBy(database::getConnection).hasMessageContaining("does not answer");
        assertThat(tries).isEqualTo(1);
    }

    @Test
    void aWaitThatWasInterruptedIsNoOutage() {
        refusal = new SQLException("interrupted", new InterruptedException());
        assertThatThrownBy(database::getConnection).isSameAs(refusal);
        assertThatThrownBy(database::getConnection).isSameAs(refusal);
    }

    @Test
    void onlySoManyWaitForAConnection() throws Exception {
        isPatient = true;
        List<Thread> waiting = new ArrayList<>();
        CountDownLatch all = new CountDownLatch(FailFastDataSource.MOST_WAITING);
        begins = all::countDown;
        for (int i = 0; i < FailFastDataSource.MOST_WAITING; i++) {
            waiting.add(Thread.ofVirtual().start(() -> {
                try {
                    database.getConnection();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        all.await();

        assertThatThrownBy(database::getConnection).isInstanceOf(DatabaseBusyException.class);
        comesBack.countDown();
        for (Thread thread : waiting) {
            thread.join();
        }
        assertThat(database.getConnection()).isNotNull();
    }
}
