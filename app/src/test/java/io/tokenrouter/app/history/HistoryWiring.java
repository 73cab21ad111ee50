package io.tokenrouter.app.history;

import com.zaxxer.hikari.HikariDataSource;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.postgres.Database;
import io.tokenrouter.app.postgres.DatabaseLocation;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** History in a database without anything that makes it. Expects the bean {@code Database}. */
@EnableAutoConfiguration(
        excludeName = {
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
        })
@Import({ThroughputStore.class, ModelTable.class, TargetTable.class, RetentionStore.class})
class HistoryWiring {

    /** What was recorded, in words. */
    static final List<String> AUDIT = new ArrayList<>();

    @Bean
    HikariDataSource dataSource(Database database) {
        DatabaseLocation location = database.location();
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(location.jdbcUrl());
        pool.setUsername(location.user());
        pool.setPassword(location.password());
        pool.setMaximumPoolSize(3);
        return pool;
    }

    @Bean
    AuditTrail auditTrail() {
        return (actor, action, subject, before, after, reason) -> AUDIT.add(action + " " + before + " " + after);
    }
}
