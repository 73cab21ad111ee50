package io.tokenrouter.app.web;

import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Ends connections whose sender has fallen silent in the middle of a request, or has not begun one. */
@Component
class NettyLimits implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private final WebProperties properties;

    NettyLimits(WebProperties properties) {
        this.properties = properties;
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(
                server -> server.idleTimeout(properties.idleTimeout()).readTimeout(properties.readTimeout()));
    }
}
