package io.tokenrouter.app;

import io.tokenrouter.app.cli.ServeCommand;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.lifecycle.StopSignals;
import java.lang.management.ManagementFactory;
import java.util.Locale;

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
        try (TokenRouterServer server = TokenRouterServer.start(options)) {
            double seconds = ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
            System.out.printf(
                    Locale.ROOT, "TokenRouter is ready: %s  (%.1f s; Ctrl-C stops it)%n", server.uri(), seconds);
            if (!Boolean.getBoolean(TRIAL)) {
                signals.await();
            }
            System.out.println("Stopping");
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }
}
