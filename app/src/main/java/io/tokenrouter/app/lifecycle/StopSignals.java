package io.tokenrouter.app.lifecycle;

import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;

/**
 * Ctrl-C, a polite kill, and a terminal that goes away. The first asks for an orderly stop; the second ends the process at once. The JVM's own handling
 * would end with the code 130 and ignore the second, and there is no public API for either.
 */
@SuppressWarnings("sunapi")
public final class StopSignals {

    private static final Logger log = LoggerFactory.getLogger(StopSignals.class);
    private static final int INTERRUPTED = 130;

    private final CompletableFuture<Void> asked = new CompletableFuture<>();
    private volatile Runnable beforeTheEnd = () -> {};

    private StopSignals() {}

    /** Takes over these signals of this process, as far as its platform has them. */
    public static StopSignals install() {
        StopSignals signals = new StopSignals();
        for (String name : new String[] {"INT", "TERM", "HUP"}) {
            signals.handle(name);
        }
        return signals;
    }

    private void handle(String name) {
        try {
            Signal.handle(new Signal(name), signal -> onSignal());
        } catch (IllegalArgumentException unknownHereOrKeptByTheJvm) {
            log.debug("No orderly stop on the signal {}", name, unknownHereOrKeptByTheJvm);
        }
    }

    /** @param action runs at the second signal; must not wait for anything */
    public void beforeTheEnd(Runnable action) {
        beforeTheEnd = action;
    }

    /** Complete from the first signal on. */
    public CompletableFuture<Void> asked() {
        return asked;
    }

    private synchronized void onSignal() {
        if (!asked.complete(null)) {
            try {
                beforeTheEnd.run();
            } finally {
                Runtime.getRuntime().halt(INTERRUPTED);
            }
        }
    }
}
