package io.tokenrouter.app.web;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that a server answers to. A page of another site can point a name of its own at 127.0.0.1 and so reach a server
 * that listens there alone; its requests then carry that name.
 */
final class AllowedHosts {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Set<String> names;
    private final boolean all;

    private AllowedHosts(Set<String> names, boolean all) {
        this.names = names;
        this.all = all;
    }

    /**
     * @param configured names; empty for the default of the address
     * @param address that the server listens on; null for all of the machine's
     */
    static AllowedHosts of(List<String> configured, @Nullable InetAddress address) {
        if (configured.contains("*")) {
            return new AllowedHosts(Set.of(), true);
        }
        if (configured.isEmpty()) {
            return address != null && address.isLoopbackAddress()
                    ? new AllowedHosts(loopback(address), false)
                    : new AllowedHosts(Set.of(), true);
        }
        Set<String> names = new HashSet<>();
        configured.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        return new AllowedHosts(names, false);
    }

    /** Loopback has more addresses and names than the usual; those that the operator chose are the server's own too. */
    private static Set<String> loopback(InetAddress address) {
        Set<String> names = new HashSet<>(LOOPBACK);
        // unlike the host name, the host string is what was given, without a question to a name server
        for (String own : List.of(new InetSocketAddress(address, 0).getHostString(), address.getHostAddress())) {
            names.add(own.contains(":") ? "[" + own + "]" : own.toLowerCase(Locale.ROOT));
        }
        return names;
    }

    /**
     * @param host value of a Host header, with or without port; null for none
     */
    boolean allows(@Nullable String host) {
        return all || (host != null && names.contains(withoutPort(host).toLowerCase(Locale.ROOT)));
    }

    private static String withoutPort(String host) {
        int bracket = host.lastIndexOf(']');
        int colon = host.lastIndexOf(':');
        return colon > bracket ? host.substring(0, colon) : host;
    }
}
