package io.tokenrouter.app;

import org.springframework.context.ApplicationContext;

/** The beans of a running server, for tests that hold something about all of a kind. */
public final class ServerContext {

    private ServerContext() {}

    public static ApplicationContext of(TokenRouterServer server) {
        return server.context();
    }
}
