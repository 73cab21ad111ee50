package io.tokenrouter.app.persistence;

import com.zaxxer.hikari.HikariDataSource;
import io.tokenrouter.app.postgres.Database;
import io.tokenrouter.app.postgres.DatabaseLocation;
import io.tokenrouter.app.serving.GenerationWatch;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.GenerationEngine;
import java.time.Clock;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayDataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The connection pool and the writer of records. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(Retention.class)
class PersistenceConfiguration {

    static final int CONNECTIONS = 4;
    private static final long PATIENCE_MILLIS = 3_000;
    private static final int CONNECT_LIMIT_SECONDS = 2;
    private static final long VALIDATION_LIMIT_MILLIS = 1_000;
    private static final int STATEMENT_LIMIT_SECONDS = 8;
    private static final int SOCKET_LIMIT_SECONDS = 10;

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
        pool.setConnectionTimeout(PATIENCE_MILLIS);
        pool.addDataSourceProperty("ApplicationName", "tokenrouter");
        // what the server tells of a refused row, and the statement with its parameters, hold what users wrote: not for
        // logs
        pool.addDataSourceProperty("logServerErrorDetail", "false");
        // a database that hears and does not answer must hold up neither a page nor the records for long
        pool.setValidationTimeout(VALIDATION_LIMIT_MILLIS);
        pool.addDataSourceProperty("socketTimeout", Integer.toString(SOCKET_LIMIT_SECONDS));
        // given up before the pool's own patience ends, which else would seem to be one without a connection to spare
        pool.addDataSourceProperty("connectTimeout", Integer.toString(CONNECT_LIMIT_SECONDS));
        pool.addDataSourceProperty("loginTimeout", Integer.toString(CONNECT_LIMIT_SECONDS));
        // the server gives a statement up before the socket does, which would cost the connection as well
        pool.setConnectionInitSql("SET statement_timeout = '" + STATEMENT_LIMIT_SECONDS + "s'");
        return new FailFastDataSource(pool, System::nanoTime);
    }

    /** Migrations may take as long as the tables are large. */
    @Bean(defaultCandidate = false)
    @FlywayDataSource
    DataSource migrations(Database database) {
        DatabaseLocation location = database.location();
        return new DriverManagerDataSource(location.jdbcUrl(), location.user(), location.password());
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
