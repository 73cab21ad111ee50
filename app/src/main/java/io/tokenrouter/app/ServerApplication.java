package io.tokenrouter.app;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * The Spring application inside the server. The build runs its main method to work out the beans ahead of time; nothing is
 * started by that.
 */
public final class ServerApplication {

    private ServerApplication() {}

    public static void main(String[] arguments) {
        builder().run(arguments);
    }

    /** Expects the beans {@code ServeOptions} and {@code Database} from whoever runs it. */
    static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(ServerConfiguration.class)
                .main(ServerApplication.class)
                .web(WebApplicationType.REACTIVE)
                .registerShutdownHook(false);
    }
}
