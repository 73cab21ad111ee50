package io.tokenrouter.app.keys;

import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.cli.ServeOptions;
import java.util.OptionalLong;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.stereotype.Component;

/**
 * A server that others than this machine can reach asks for keys, or does not start: nobody shall expose an open one by accident.
 */
@Component("exposure")
class Exposure implements InitializingBean {

    private final ServeOptions options;
    private final KeyStore store;
    private final KeyReader reader;

    Exposure(ServeOptions options, KeyStore store, KeyReader reader) {
        this.options = options;
        this.store = store;
        this.reader = reader;
    }

    boolean isExposed() {
        return !options.isLoopback();
    }

    /** @throws StartupException if the server would be open to others */
    @Override
    public void afterPropertiesSet() {
        if (options.requireKeys()) {
            store.require(Actor.COMMAND_LINE, OptionalLong.empty(), true, "--require-keys");
        } else if (isExposed() && !reader.read().access().required()) {
            throw new StartupException(options.openToOthers());
        }
    }
}
