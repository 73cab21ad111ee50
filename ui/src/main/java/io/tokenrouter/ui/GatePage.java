package io.tokenrouter.ui;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A form with a password, and what came of the last try.
 *
 * @param title of what went wrong; null before the first try
 * @param text what it means
 * @param name as it was typed
 * @param next where to go after it
 */
record GatePage(@Nullable String title, @Nullable String text, String name, String next) {

    static GatePage empty(String next) {
        return new GatePage(null, null, "", next);
    }

    static GatePage refused(String title, int triesLeft, String name, String next) {
        return new GatePage(
                title, "After 5 tries in a row this address waits 15 minutes. " + triesLeft + " left.", name, next);
    }

    static GatePage waits(Duration duration, String name, String next) {
        return new GatePage(
                "Too many tries",
                "The password was not looked at. The next try counts in " + inWords(duration) + ".",
                name,
                next);
    }

    static GatePage notGoodEnough(String why) {
        return new GatePage("Choose another password", why, "", "/");
    }

    private static String inWords(Duration duration) {
        long seconds = Math.max(1, duration.toSeconds());
        long minutes = (seconds + 59) / 60;
        return seconds < 60 ? seconds + " s" : minutes == 1 ? "a minute" : minutes + " minutes";
    }
}
