package io.tokenrouter.app.web;

import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** Tells browsers that want a page from scripts and programs. */
public final class PageRequests {

    private PageRequests() {}

    /** Browsers name text/html when they go to an address; scripts, style sheets and programs do not. */
    public static boolean wantsPage(ServerHttpRequest request) {
        if (Addresses.API.include(request)) {
            return false;
        }
        try {
            return request.getHeaders().getAccept().stream()
                    .anyMatch(type -> type.isCompatibleWith(MediaType.TEXT_HTML) && !type.isWildcardType());
        } catch (InvalidMediaTypeException noMediaTypes) {
            return false;
        }
    }
}
