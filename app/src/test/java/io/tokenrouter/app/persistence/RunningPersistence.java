package io.tokenrouter.app.persistence;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.app.postgres.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.FileSystemUtils;

/** The persistence layer on a real Postgres, below an engine without models; one for all classes that ask for it. */
final class RunningPersistence implements BeforeAllCallback {

    private Started started;

    @Override
    public void beforeAll(ExtensionContext context) {
        started = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(RunningPersistence.class))
                .computeIfAbsent("shared", name -> new Started(), Started.class);
    }

    <T> T bean(Class<T> type) {
        return started.context.getBean(type);
    }

    <T> T bean(String name, Class<T> type) {
        return started.context.getBean(name, type);
    }

    JdbcTemplate sql() {
        return bean(JdbcTemplate.class);
    }

    private static final class Started implements AutoCloseable {

        private final Path folder;
        private final Database database;
        private final ConfigurableApplicationContext context;

        Started() {
            try {
                folder = Files.createTempDirectory("tokenrouter-test");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            database = Database.embedded(
                    folder.resolve("postgres"), TestFolders.POSTGRES_PROGRAMS, new Startup(line -> {}));
            context = new SpringApplicationBuilder(PersistenceWiring.class)
                    .web(WebApplicationType.NONE)
                    .registerShutdownHook(false)
                    .initializers(beans -> beans.getBeanFactory().registerSingleton("database", database))
                    .run();
        }

        @Override
        public void close() throws IOException {
            context.close();
            database.close();
            FileSystemUtils.deleteRecursively(folder);
        }
    }
}
