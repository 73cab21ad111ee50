package io.tokenrouter.app.lifecycle;

import java.util.concurrent.CountDownLatch;
import sun.misc.Signal;

/**
 * Ctrl-C and a polite kill. The first asks for an orderly stop; the second ends the process at once. The JVM's own handling
 * would end with the code 130 and ignore the second, and there is no public API for either.
 */
@SuppressWarnings("sunapi")
public final class StopSignals {

    private static final int INTERRUPTED = 130;

    private final CountDownLatch asked = new CountDownLatch(1);

    /** Takes over both signals of this process. */
    public static StopSignals install() {
        StopSignals signals = new StopSignals();
        for (String name : new String[] {"INT", "TERM"}) {
            Signal.handle(new Signal(name), ignored -> signals.onSignal());
        }
        return signals;
    }

    /** Waits for the first signal. */
    public void await() throws InterruptedException {
        asked.await();
    }

    private synchronized void onSignal() {
        if (asked.getCount() == 0) {
            Runtime.getRuntime().halt(INTERRUPTED);
        }
        asked.countDown();
    }
}
