package io.tokenrouter.app.web;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a connection whose sender takes too long over a request's line and headers, however steadily single bytes drip in. The
 * time runs from the read that leaves a request begun and not understood. One for each connection, used on its event loop.
 */
final class HeaderDeadline extends ChannelInboundHandlerAdapter {

    private final Duration limit;
    private final OpenConnections connections;
    private final Parsed parsed = new Parsed();
    private @Nullable ScheduledFuture<?> deadline;

    HeaderDeadline(Duration limit, OpenConnections connections) {
        this.limit = limit;
        this.connections = connections;
    }

    /** What belongs behind the decoder of the same connection. */
    ChannelHandler parsed() {
        return parsed;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        long before = parsed.marks;
        // the decoder passes on all that it understands before this returns
        context.fireChannelRead(message);
        if (parsed.isWithinBody || parsed.marks != before) {
            stop();
        } else if (deadline == null) {
            deadline = context.executor()
                    .schedule(
                            () -> connections.cut(context.channel(), OpenConnections.Reason.HEADERS),
                            limit.toNanos(),
                            TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stop();
        context.fireChannelInactive();
    }

    private void stop() {
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
    }

    /** Sees where requests begin and end. */
    private static final class Parsed extends ChannelInboundHandlerAdapter {

        private long marks;
        private boolean isWithinBody;

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest) {
                marks++;
                isWithinBody = true;
            }
            if (message instanceof LastHttpContent) {
                marks++;
                isWithinBody = false;
            }
            context.fireChannelRead(message);
        }
    }
}
