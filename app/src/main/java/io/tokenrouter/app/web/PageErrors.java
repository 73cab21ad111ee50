package io.tokenrouter.app.web;

import java.util.Map;
import org.springframework.boot.web.error.ErrorAttributeOptions;
import org.springframework.boot.webflux.error.DefaultErrorAttributes;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.server.ServerRequest;

/** What the console's error page knows of a failure: the request is named as the answer's header names it. */
@Component
class PageErrors extends DefaultErrorAttributes {

    @Override
    public Map<String, Object> getErrorAttributes(ServerRequest request, ErrorAttributeOptions options) {
        Map<String, Object> attributes = super.getErrorAttributes(request, options);
        attributes.put(
                "requestId", request.exchange().getResponse().getHeaders().getFirst(RequestIdFilter.HEADER));
        return attributes;
    }
}
