package io.tokenrouter.app.web;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Cuts a connection whose client does not take what is sent to it: of output that waits for it all along, it has to take
 * {@link #FEWEST_BYTES} within each limit of time. One for each connection, used on its event loop; first in the pipeline, so
 * that it sees bytes.
 */
final class ReaderPace extends ChannelOutboundHandlerAdapter {

    /** So few that no link is too slow for it. A single byte now and then would keep an answer in memory for ever. */
    private static final long FEWEST_BYTES = 4_096;

    private static final int LOOKS = 4;

    private final Duration limit;
    private final OpenConnections connections;
    private long written;
    private long waiting;
    private long takenAtMark;
    private long markNanos;
    private boolean isWatched;

    ReaderPace(Duration limit, OpenConnections connections) {
        this.limit = limit;
        this.connections = connections;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        long bytes = bytes(message);
        if (waiting == 0) {
            mark(context, written);
        }
        written += bytes;
        waiting += bytes;
        context.write(message, promise.unvoid()).addListener(done -> waiting -= bytes);
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        context.flush();
        if (waiting > 0 && !isWatched) {
            isWatched = true;
            lookLater(context);
        }
    }

    private void lookLater(ChannelHandlerContext context) {
        context.executor().schedule(() -> look(context), limit.toNanos() / LOOKS, TimeUnit.NANOSECONDS);
    }

    private void look(ChannelHandlerContext context) {
        ChannelOutboundBuffer buffer = context.channel().unsafe().outboundBuffer();
        if (waiting == 0 || buffer == null) {
            isWatched = false;
            return;
        }
        long taken = written - waiting + buffer.currentProgress();
        if (taken - takenAtMark >= FEWEST_BYTES) {
            mark(context, taken);
        } else if (now(context) - markNanos >= limit.toNanos()) {
            connections.cut(context.channel(), OpenConnections.Reason.OUTPUT);
            return;
        }
        lookLater(context);
    }

    private void mark(ChannelHandlerContext context, long taken) {
        takenAtMark = taken;
        markNanos = now(context);
    }

    private static long now(ChannelHandlerContext context) {
        return context.executor().ticker().nanoTime();
    }

    private static long bytes(Object message) {
        return switch (message) {
            case ByteBuf buffer -> buffer.readableBytes();
            case FileRegion file -> file.count();
            default -> 0;
        };
    }
}
