package io.tokenrouter.app.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Only one caller at a time waits for a database that is away. */
class FailFastDataSourceTest {

    private long now;
    private int tries;
    private boolean isAway;
    private final CountDownLatch waits = new CountDownLatch(1);
    private final CountDownLatch comesBack = new CountDownLatch(1);
    private boolean isPatient;

    private final FailFastDataSource database = new FailFastDataSource(
            new AbstractDataSource() {

                @Override
                public Connection getConnection() throws SQLException {
                    tries++;
                    if (isPatient) {
                        waits.countDown();
                        try {
                            comesBack.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                    if (isAway) {
                        throw new SQLException("refused");
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
        isAway = true;
        assertThatThrownBy(database::getConnection).hasMessage("refused");
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(database::getConnection).hasMessageContaining("does not answer");
        }
        assertThat(tries).isEqualTo(2);

        now += FailFastDataSource.RETRY_NANOS;
        assertThatThrownBy(database::getConnection).hasMessage("refused");
        assertThatThrownBy(database::getConnection).hasMessageContaining("does not answer");
        assertThat(tries).isEqualTo(3);

        isAway = false;
        now += FailFastDataSource.RETRY_NANOS;
        assertThat(database.getConnection()).isNotNull();
        assertThat(database.getConnection()).isNotNull();
        assertThat(tries).isEqualTo(5);
    }

    @Test
    void whileOneTriesAgainAllOthersAreRefusedAtOnce() throws Exception {
        isAway = true;
        assertThatThrownBy(database::getConnection).hasMessage("refused");
        now += FailFastDataSource.RETRY_NANOS;
        isAway = false;
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
}
