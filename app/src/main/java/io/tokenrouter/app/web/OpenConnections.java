package io.tokenrouter.app.web;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.util.AttributeKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The open connections, in all and by address, and how many were refused or cut. Safe from any thread. */
@Component
public class OpenConnections implements MeterBinder {

    private static final Logger log = LoggerFactory.getLogger(OpenConnections.class);

    private static final AttributeKey<Reason> CUT = AttributeKey.valueOf(OpenConnections.class, "cut");

    /** Why a connection is cut. */
    public enum Reason {
        /** A request's line and headers did not arrive in time. */
        HEADERS,
        /** The client took next to nothing of the output that waits for it. */
        OUTPUT,
        /** More of an answer waits for the client than may. */
        UNDELIVERED
    }

    private final int most;
    private final int mostOfAnAddress;
    private final AtomicInteger open = new AtomicInteger();
    private final ConcurrentMap<InetAddress, Integer> byAddress = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();
    private final LongAdder[] cut = new LongAdder[Reason.values().length];

    OpenConnections(WebProperties properties) {
        this.most = properties.connections();
        this.mostOfAnAddress = properties.connectionsPerAddress();
        for (int i = 0; i < cut.length; i++) {
            cut[i] = new LongAdder();
        }
    }

    /** Counts a new connection until it is closed; false, and not counted, where there are too many. */
    boolean admit(Channel channel) {
        InetAddress address = channel.remoteAddress() instanceof InetSocketAddress known ? known.getAddress() : null;
        if (open.incrementAndGet() > most) {
            open.decrementAndGet();
            refused.increment();
            return false;
        }
        if (address != null && byAddress.merge(address, 1, Integer::sum) > mostOfAnAddress) {
            left(address);
            open.decrementAndGet();
            refused.increment();
            return false;
        }
        channel.closeFuture().addListener(closed -> {
            open.decrementAndGet();
            if (address != null) {
                left(address);
            }
        });
        return true;
    }

    private void left(InetAddress address) {
        byAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
    }

    /** Closes a connection at once and drops what was not sent yet, in the operating system as well. Counts it once. */
    public void cut(Channel channel, Reason reason) {
        if (channel.attr(CUT).setIfAbsent(reason) != null) {
            return;
        }
        cut[reason.ordinal()].increment();
        log.debug("A connection is cut: {}", reason);
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        channel.close();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("tokenrouter.http.connections", open, AtomicInteger::get)
                .description("Open connections")
                .register(registry);
        FunctionCounter.builder("tokenrouter.http.connections.refused", refused, LongAdder::sum)
                .description("Connections refused because there were too many")
                .register(registry);
        for (Reason reason : Reason.values()) {
            FunctionCounter.builder("tokenrouter.http.connections.cut", cut[reason.ordinal()], LongAdder::sum)
                    .description("Connections cut because of their client")
                    .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }
}
