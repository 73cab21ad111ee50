package io.tokenrouter.app;

import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.cli.ServeCommand;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.lifecycle.StopSignals;
import io.tokenrouter.app.postgres.Database;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** The server's main class; {@code ./tokenrouter serve} starts it. */
public final class TokenRouter {

    /** Set by the launcher for a start that only shows the JVM which classes are needed. */
    private static final String TRIAL = "tokenrouter.trial";

    private TokenRouter() {}

    public static void main(String[] arguments) {
        System.exit(ServeCommand.commandLine(TokenRouter::serve).execute(arguments));
    }

    private static int serve(ServeOptions options) {
        StopSignals signals = StopSignals.install();
        Startup startup = new Startup(System.out::println);
        Database database = TokenRouterServer.open(options, startup);
        signals.beforeTheEnd(database::letGo);
        CompletableFuture<TokenRouterServer> starting = CompletableFuture.supplyAsync(
                () -> TokenRouterServer.start(options, database, startup),
                task -> Thread.ofPlatform().name("start").start(task));
        CompletableFuture.anyOf(starting, signals.asked())
                .exceptionally(told -> null)
                .join();
        if (signals.asked().isDone()) {
            System.out.println("Stopping");
            startup.cancel();
            starting.thenAccept(TokenRouterServer::close)
                    .exceptionally(cancelled -> null)
                    .join();
            return 0;
        }
        try (TokenRouterServer server = starting.join()) {
            double seconds = ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
            System.out.printf(
                    Locale.ROOT, "TokenRouter is ready: %s  (%.1f s; Ctrl-C stops it)%n", server.uri(), seconds);
            if (!Boolean.getBoolean(TRIAL)) {
                server.oneTimePassword().ifPresent(TokenRouter::showOnce);
                signals.asked().join();
            }
            System.out.println("Stopping");
            return 0;
        }
    }

    /** To whoever started it, and to no log. */
    private static void showOnce(String password) {
        System.out.println("Sign in as " + Accounts.FIRST + " with the password " + password
                + " (shown this once; you choose your own then)");
    }
}
