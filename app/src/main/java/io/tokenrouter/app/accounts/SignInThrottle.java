package io.tokenrouter.app.accounts;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts failed sign-ins in windows of {@link #WINDOW} and says who has to wait. Three counts, so that neither guessing from
 * one place nor from many gets far, and nobody who merely knows an account's name can keep its owner out from one address: of an
 * account from an address, of an address, of an account. Names are counted whether there is such an account or not. Memory is
 * bounded: where a count would be one too many, the one that began first is forgotten. Safe from any thread.
 */
final class SignInThrottle {

    static final Duration WINDOW = Duration.ofMinutes(15);
    static final int OF_ACCOUNT_FROM_ADDRESS = 5;
    static final int OF_ADDRESS = 20;
    static final int OF_ACCOUNT = 100;
    static final int MOST_COUNTS = 10_000;

    private final Counts pairs = new Counts(OF_ACCOUNT_FROM_ADDRESS);
    private final Counts addresses = new Counts(OF_ADDRESS);
    private final Counts accounts = new Counts(OF_ACCOUNT);

    /**
     * What a try is told before its password is looked at.
     *
     * @param delay how long it has to wait; zero for a try that may go on, which counts as failed until it succeeds
     * @param left tries after this one before the next has to wait
     */
    record Verdict(Duration delay, int left) {

        boolean mustWait() {
            return delay.isPositive();
        }
    }

    synchronized Verdict begin(String account, String address, Instant now) {
        List<Window> windows = windows(account, address, now);
        Duration wait = Duration.ZERO;
        for (Window window : windows) {
            Duration own = window.isFull() ? Duration.between(now, window.end()) : Duration.ZERO;
            wait = own.compareTo(wait) > 0 ? own : wait;
        }
        if (wait.isPositive()) {
            return new Verdict(wait, 0);
        }
        windows.forEach(window -> window.count++);
        return new Verdict(
                Duration.ZERO, windows.stream().mapToInt(Window::left).min().orElseThrow());
    }

    /** The try that began was a good one: the account starts afresh from this address, and nothing counts elsewhere. */
    synchronized void succeeded(String account, String address, Instant now) {
        pairs.windows.remove(pair(account, address));
        addresses.takeBack(address, now);
        accounts.takeBack(account, now);
    }

    /** The try that began could not be judged, and counts for nothing. */
    synchronized void undecided(String account, String address, Instant now) {
        pairs.takeBack(pair(account, address), now);
        addresses.takeBack(address, now);
        accounts.takeBack(account, now);
    }

    synchronized int size() {
        return pairs.windows.size() + addresses.windows.size() + accounts.windows.size();
    }

    private List<Window> windows(String account, String address, Instant now) {
        return List.of(
                pairs.window(pair(account, address), now),
                addresses.window(address, now),
                accounts.window(account, now));
    }

    private static String pair(String account, String address) {
        return account + " from " + address;
    }

    private static final class Window {

        private final Instant begin;
        private final int most;
        private int count;

        Window(Instant begin, int most) {
            this.begin = begin;
            this.most = most;
        }

        Instant end() {
            return begin.plus(WINDOW);
        }

        boolean isFull() {
            return count >= most;
        }

        int left() {
            return most - count;
        }
    }

    private static final class Counts {

        private final int most;

        /** In the order in which they began. */
        private final Map<String, Window> windows = new LinkedHashMap<>() {

            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Window> eldest) {
                return size() > MOST_COUNTS;
            }
        };

        Counts(int most) {
            this.most = most;
        }

        Window window(String key, Instant now) {
            @Nullable Window running = windows.get(key);
            if (running != null && now.isBefore(running.end())) {
                return running;
            }
            windows.remove(key);
            Window begun = new Window(now, most);
            windows.put(key, begun);
            return begun;
        }

        void takeBack(String key, Instant now) {
            Window window = window(key, now);
            window.count = Math.max(0, window.count - 1);
            if (window.count == 0) {
                windows.remove(key);
            }
        }
    }
}
