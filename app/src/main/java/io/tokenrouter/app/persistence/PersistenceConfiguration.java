package io.tokenrouter.app.persistence;

import com.zaxxer.hikari.HikariDataSource;
import io.tokenrouter.app.postgres.Database;
import io.tokenrouter.app.postgres.DatabaseLocation;
import io.tokenrouter.app.serving.GenerationWatch;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.GenerationEngine;
import java.time.Clock;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** The connection pool and the writer of records. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(Retention.class)
class PersistenceConfiguration {

    private static final int CONNECTIONS = 4;
    private static final long CONNECT_LIMIT_MILLIS = 3_000;
    private static final long VALIDATION_LIMIT_MILLIS = 1_000;

    @Bean
    FailFastDataSource dataSource(Database database) {
        DatabaseLocation location = database.location();
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("database");
        pool.setJdbcUrl(location.jdbcUrl());
        pool.setUsername(location.user());
        pool.setPassword(location.password());
        pool.setMaximumPoolSize(CONNECTIONS);
        pool.setMinimumIdle(1);
        pool.setConnectionTimeout(CONNECT_LIMIT_MILLIS);
        pool.addDataSourceProperty("ApplicationName", "tokenrouter");
        // a database that hears and does not answer must hold up neither a page nor the records for long
        pool.setValidationTimeout(VALIDATION_LIMIT_MILLIS);
        pool.addDataSourceProperty("socketTimeout", "10");
        pool.addDataSourceProperty("connectTimeout", "3");
        return new FailFastDataSource(pool, System::nanoTime);
    }

    @Bean
    RecordWriter recordWriter(
            RecordSink sink,
            ObjectProvider<RecordBuffer<?>> others,
            ObjectProvider<RecordUpkeep> upkeep,
            DatabaseState state,
            Database database,
            Retention retention) {
        return new RecordWriter(
                sink, others.orderedStream().toList(), upkeep.orderedStream().toList(), state, database, retention);
    }

    /** What the API and the console use. */
    @Bean
    @Primary
    RecordingEngine recordingEngine(
            @Qualifier("routingEngine") GenerationEngine engine,
            ServingCatalog catalog,
            RecordWriter records,
            Optional<GenerationWatch> watch,
            Optional<GenerationObserver> observer) {
        return new RecordingEngine(
                engine,
                catalog,
                records,
                watch.orElse(GenerationWatch.NONE),
                observer.orElse(GenerationObserver.NONE),
                Clock.systemUTC());
    }
}
