package io.tokenrouter.app.web;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/** Tells a connection too many to come again, and closes it. Nothing is read and nothing behind it hears of it. */
final class RefusedConnection extends ChannelInboundHandlerAdapter {

    private static final byte[] REFUSAL = """
            HTTP/1.1 503 Service Unavailable\r
            Retry-After: 1\r
            Connection: close\r
            Content-Type: application/json\r
            Content-Length: 134\r
            \r
            {"error":{"message":"The server has too many connections; try again.","type":"server_error","param":null,"code":"server_overloaded"}}
            """.getBytes(StandardCharsets.US_ASCII);

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.writeAndFlush(Unpooled.wrappedBuffer(REFUSAL)).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        // nobody behind waits for it
    }
}
