package io.tokenrouter.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A request that is none, alone and behind others on its connection. */
class MalformedRequestsTest {

    private final EmbeddedChannel connection = new EmbeddedChannel(new MalformedRequests());

    @AfterEach
    void leave() {
        connection.finishAndReleaseAll();
    }

    @Test
    void itIsRefused() {
        asks("nowhere");
        assertRefused();
    }

    @Test
    void itIsRefusedAfterEarlierOnesWereAnswered() {
        asks("/first");
        connection.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        connection.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        asks("/second");
        connection.writeOutbound(
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK),
                new DefaultHttpContent(Unpooled.EMPTY_BUFFER),
                LastHttpContent.EMPTY_LAST_CONTENT);
        connection.releaseOutbound();
        asks("nowhere");
        assertRefused();
    }

    @Test
    void nothingIsWrittenIntoAnAnswerThatIsUnderWay() {
        asks("/first");
        connection.writeOutbound(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        connection.releaseOutbound();
        asks("nowhere");
        assertThat(connection.outboundMessages()).isEmpty();
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void norInItsPlaceBeforeItHasBegun() {
        asks("/first");
        connection.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        connection.releaseOutbound();
        asks("nowhere");
        assertThat(connection.outboundMessages()).isEmpty();
        assertThat(connection.isOpen()).isFalse();
    }

    private void asks(String address) {
        connection.writeInbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, address));
    }

    private void assertRefused() {
        FullHttpResponse refusal = connection.readOutbound();
        assertThat(refusal.status()).isEqualTo(HttpResponseStatus.BAD_REQUEST);
        refusal.release();
    }
}
