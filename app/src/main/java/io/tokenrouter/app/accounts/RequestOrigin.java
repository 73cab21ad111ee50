package io.tokenrouter.app.accounts;

import java.net.InetSocketAddress;
import org.springframework.web.server.ServerWebExchange;

/** Where a request came from, for the audit trail. */
public final class RequestOrigin {

    private RequestOrigin() {}

    /** For example {@code console, 127.0.0.1}. Browsers say what kind of page sent a request; programs do not. */
    public static String of(ServerWebExchange exchange) {
        String kind = exchange.getRequest().getHeaders().containsHeader("Sec-Fetch-Site") ? "console" : "api";
        return kind + ", " + address(exchange);
    }

    /** The address at the other end of the connection, which may be a proxy's. */
    public static String address(ServerWebExchange exchange) {
        InetSocketAddress remote = exchange.getRequest().getRemoteAddress();
        return remote == null || remote.getAddress() == null
                ? "unknown address"
                : remote.getAddress().getHostAddress();
    }
}
