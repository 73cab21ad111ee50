package io.tokenrouter.app.web;

import io.netty.channel.ChannelException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Hooks;
import reactor.netty.channel.AbortedException;

/**
 * Hears of errors that come too late for any subscriber. Those of connections are clients that have gone, which must not fill
 * the log; all others are logged, as Reactor would. Reactor has one such place in a process, so it is taken once.
 */
@Component
class DroppedErrors {

    private static final Logger log = LoggerFactory.getLogger(DroppedErrors.class);

    static {
        Hooks.onErrorDropped(DroppedErrors::dropped);
    }

    private static void dropped(Throwable error) {
        if (isOfAConnection(error)) {
            log.debug("a client has gone", error);
        } else {
            log.error("an error came too late for its request", error);
        }
    }

    private static boolean isOfAConnection(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null && cause.getCause() != cause && !(cause instanceof IOException)) {
            cause = cause.getCause();
        }
        return cause instanceof IOException || cause instanceof AbortedException || cause instanceof ChannelException;
    }
}
