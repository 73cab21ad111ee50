package io.tokenrouter.app;

import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.postgres.Database;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** A running server: database, engine and web server together. */
public final class TokenRouterServer implements AutoCloseable {

    private final Database database;
    private final ConfigurableApplicationContext context;
    private final String host;
    private final @Nullable String oneTimePassword;

    private TokenRouterServer(
            Database database, ConfigurableApplicationContext context, String host, @Nullable String oneTimePassword) {
        this.database = database;
        this.context = context;
        this.host = host;
        this.oneTimePassword = oneTimePassword;
    }

    /** Begins to open the database, and returns at once. */
    static Database open(ServeOptions options, Startup startup) {
        return options.database()
                .map(location -> Database.external(location, startup))
                .orElseGet(() ->
                        Database.embedded(options.dataFolder().resolve("postgres"), options.programsFolder(), startup));
    }

    /**
     * Starts everything and returns when requests are served.
     *
     * @throws StartupException somewhere among the causes, if it is for the user to change
     */
    public static TokenRouterServer start(ServeOptions options, Startup startup) {
        return start(options, open(options, startup), startup);
    }

    /** The same on a database that was opened before; closes it if the start fails. */
    static TokenRouterServer start(ServeOptions options, Database database, Startup startup) {
        try {
            SpringApplication application = ServerApplication.builder()
                    .initializers(context -> {
                        // what was typed at this start beats the environment and files
                        context.getEnvironment()
                                .getPropertySources()
                                .addFirst(new MapPropertySource(
                                        "options",
                                        Map.of("server.port", options.port(), "server.address", options.host())));
                        ConfigurableListableBeanFactory beans = context.getBeanFactory();
                        beans.registerSingleton("serveOptions", options);
                        beans.registerSingleton("startup", startup);
                        beans.registerSingleton("postgres", database);
                        beans.addBeanPostProcessor(new EndOfCancelledStarts(startup));
                    })
                    .application();
            return withFirstAccount(database, application.run(), options.host());
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** The account is made when nothing can fail any more, so that its password is shown to somebody. */
    private static TokenRouterServer withFirstAccount(
            Database database, ConfigurableApplicationContext context, String host) {
        try {
            String password = context.getBean(Accounts.class).createFirst().orElse(null);
            return new TokenRouterServer(database, context, host, password);
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
    }

    /** The password of the account {@code admin} if this start made it; it is kept nowhere else. */
    public Optional<String> oneTimePassword() {
        return Optional.ofNullable(oneTimePassword);
    }

    public int port() {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    /** Where a browser on this machine finds the console. */
    public URI uri() {
        String name = host.equals("127.0.0.1") || host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
        return URI.create("http://" + (name.contains(":") ? "[" + name + "]" : name) + ":" + port());
    }

    ApplicationContext context() {
        return context;
    }

    public Database database() {
        return database;
    }

    /** Drains, then stops the web server, the engine and the embedded database, in this order. */
    @Override
    public void close() {
        context.close();
        database.close();
    }

    /** A start that is cancelled ends before its next bean; what it has made is closed again. */
    private record EndOfCancelledStarts(Startup startup) implements BeanPostProcessor {

        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            startup.verifyWanted();
            return bean;
        }
    }
}
