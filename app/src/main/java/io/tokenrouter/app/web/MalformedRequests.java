package io.tokenrouter.app.web;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers what is no request, or has an address that is none, and closes the connection. Nobody behind this could say for whom it is
 * meant, so it is told in the form of the OpenAI-compatible API. Where an earlier request of the connection has not been answered to its
 * end, a refusal would be read as part of that answer: then the connection is closed without one. One for each connection, used on its
 * event loop.
 */
final class MalformedRequests extends ChannelDuplexHandler {

    private static final Duration LINGER = Duration.ofSeconds(5);

    private boolean isOver;

    /** Requests that were passed on and not answered to their end. */
    private int open;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (isOver) {
            ReferenceCountUtil.release(message);
            return;
        }
        FullHttpResponse refusal = message instanceof HttpRequest request ? refusal(request) : null;
        if (refusal == null) {
            if (message instanceof HttpRequest) {
                open++;
            }
            context.fireChannelRead(message);
            return;
        }
        isOver = true;
        ReferenceCountUtil.release(message);
        if (open > 0) {
            refusal.release();
            context.close();
            return;
        }
        context.writeAndFlush(refusal).addListener(written -> leave(context.channel()));
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof LastHttpContent && !isInterim(message)) {
            open--;
        }
        context.write(message, promise);
    }

    /** Such as 100 Continue, after which the answer is still to come. */
    private static boolean isInterim(Object message) {
        return message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    /** What the sender still sends is read and dropped for a while: to close at once would reset the connection, and lose the answer. */
    private static void leave(Channel channel) {
        channel.config().setAutoRead(true);
        if (channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
        }
        channel.eventLoop().schedule(() -> channel.close(), LINGER.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static @Nullable FullHttpResponse refusal(HttpRequest request) {
        Throwable fault = request.decoderResult().cause();
        if (fault instanceof TooLongHttpLineException) {
            return answer(HttpResponseStatus.REQUEST_URI_TOO_LONG, "The address of the request is too long.");
        }
        if (fault instanceof TooLongHttpHeaderException) {
            return answer(
                    HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The headers of the request are too large.");
        }
        if (fault != null) {
            return answer(HttpResponseStatus.BAD_REQUEST, "This is no valid HTTP request.");
        }
        return isAddress(request.uri())
                ? null
                : answer(HttpResponseStatus.BAD_REQUEST, "The address of the request is not a valid one.");
    }

    private static boolean isAddress(String uri) {
        try {
            new URI(uri.startsWith("/") ? "http://host" + uri : uri);
            return uri.startsWith("/") || uri.startsWith("http://") || uri.startsWith("https://") || uri.equals("*");
        } catch (URISyntaxException none) {
            return false;
        }
    }

    private static FullHttpResponse answer(HttpResponseStatus status, String sentence) {
        byte[] body = ("{\"error\":{\"message\":\"" + sentence
                        + "\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":null}}")
                .getBytes(StandardCharsets.US_ASCII);
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
                .set(RequestIds.HEADER, RequestIds.next());
        return response;
    }
}
