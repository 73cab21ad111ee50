package io.tokenrouter.app.hub;

import java.net.URI;
import java.util.regex.Pattern;

/** Addresses that only this machine has. */
public final class Loopback {

    private static final Pattern HOST = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

    private Loopback() {}

    /** Whether an address names this machine by itself, without a question to a name server. */
    public static boolean isNamedBy(URI address) {
        return address.getHost() != null && HOST.matcher(address.getHost()).matches();
    }
}
