package io.tokenrouter.app.web;

import io.tokenrouter.ui.ConsoleUser;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.web.error.ErrorAttributeOptions;
import org.springframework.boot.webflux.error.DefaultErrorAttributes;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.server.ResponseStatusException;

/** What the console's error page knows of a failure: the request is named as the answer's header names it. */
@Component
class PageErrors extends DefaultErrorAttributes {

    /** Whose reason is written for whoever asked. */
    private static final Set<HttpStatusCode> REFUSALS =
            Set.of(HttpStatus.UNAUTHORIZED, HttpStatus.FORBIDDEN, HttpStatus.SERVICE_UNAVAILABLE);

    @Override
    public Map<String, Object> getErrorAttributes(ServerRequest request, ErrorAttributeOptions options) {
        Map<String, Object> attributes = super.getErrorAttributes(request, options);
        attributes.put("requestId", RequestIds.of(request.exchange().getResponse()));
        if (getError(request) instanceof ResponseStatusException refused
                && REFUSALS.contains(refused.getStatusCode())) {
            attributes.put("refusal", refused.getReason());
        }
        // only for pages: it holds what the session's changes carry
        if (PageRequests.wantsPage(request.exchange().getRequest())) {
            attributes.put("user", request.exchange().getAttribute(ConsoleUser.class.getName()));
        }
        return attributes;
    }
}
