package io.tokenrouter.app.web;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.NettyPipeline;

/**
 * What a connection may cost. There are only so many; they end where their sender has begun no request, is too slow with one, or
 * does not take its answer.
 */
@Component
class NettyLimits implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private final WebProperties properties;
    private final OpenConnections connections;

    NettyLimits(WebProperties properties, OpenConnections connections) {
        this.properties = properties;
        this.connections = connections;
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(server -> server.idleTimeout(properties.idleTimeout())
                .readTimeout(properties.readTimeout())
                .requestTimeout(properties.bodyTimeout())
                .doOnChannelInit((observer, channel, address) -> limit(channel)));
    }

    private void limit(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        if (!connections.admit(channel)) {
            pipeline.addFirst(new RefusedConnection());
            return;
        }
        HeaderDeadline headers = new HeaderDeadline(properties.headerTimeout(), connections);
        pipeline.addFirst(headers, new ReaderPace(properties.slowReader(), connections));
        pipeline.addAfter(NettyPipeline.HttpCodec, null, new MalformedRequests());
        pipeline.addAfter(NettyPipeline.HttpCodec, null, headers.parsed());
    }
}
