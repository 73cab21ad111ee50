package io.tokenrouter.app.web;

import java.util.Objects;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A request that is refused before anything is done for it, with a sentence for whoever sent it. */
public final class RefusedRequestException extends ResponseStatusException {

    private static final long serialVersionUID = 1L;

    public RefusedRequestException(HttpStatus status, String sentence) {
        super(status, sentence);
    }

    /** The sentence. */
    public String sentence() {
        return Objects.requireNonNull(getReason());
    }
}
