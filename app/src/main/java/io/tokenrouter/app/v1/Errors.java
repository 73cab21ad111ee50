package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.AccessException;
import io.tokenrouter.app.web.WebFaults;
import io.tokenrouter.engine.api.EngineException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Any failure as an {@link ApiException}. */
final class Errors {

    private static final Logger log = LoggerFactory.getLogger(Errors.class);

    /** Somebody has to load the model again; elsewhere it may be served already. */
    private static final int LOST_RETRY_SECONDS = 30;

    private Errors() {}

    /** Never fails; what is our fault is logged here and told without details. */
    static ApiException of(Throwable failure) {
        return switch (failure) {
            case ApiException known -> known;
            case EngineException refused -> of(refused);
            case AccessException refused -> of(refused);
            case RejectedExecutionException full ->
                ApiException.unavailable("server_overloaded", "The server has too many requests; try again.", 1);
            case ResponseStatusException web -> of(web);
            default -> {
                log.error("a request failed", failure);
                yield ApiException.internal();
            }
        };
    }

    private static ApiException of(EngineException refused) {
        String message = String.valueOf(refused.getMessage());
        return switch (refused.kind()) {
            case UNKNOWN_TARGET -> ApiException.refused(HttpStatus.NOT_FOUND, "model", "model_not_found", message);
            case INVALID_REQUEST -> ApiException.invalid(refused.param(), message);
            case CONTEXT_LENGTH_EXCEEDED ->
                ApiException.refused(HttpStatus.BAD_REQUEST, refused.param(), "context_length_exceeded", message);
            case OVERLOADED -> ApiException.unavailable("server_overloaded", message, refused.retryAfterSeconds());
            case UNAVAILABLE -> ApiException.unavailable("model_loading", message, refused.retryAfterSeconds());
            case DEVICE_LOST ->
                ApiException.unavailable(
                        "model_not_loaded", message, Math.max(LOST_RETRY_SECONDS, refused.retryAfterSeconds()));
            case ROUTING -> {
                log.error("a routing algorithm failed", refused);
                yield ApiException.routingFailed();
            }
            case INTERNAL -> {
                log.error("the engine failed", refused);
                yield ApiException.internal();
            }
        };
    }

    private static ApiException of(AccessException refused) {
        String message = String.valueOf(refused.getMessage());
        return switch (refused.kind()) {
            case NO_VALID_KEY -> ApiException.unauthenticated(message);
            case LIMITED -> ApiException.limited(message, refused.retryAfterSeconds());
            case UNDECIDED -> ApiException.unavailable("keys_unavailable", message, refused.retryAfterSeconds());
        };
    }

    private static ApiException of(ResponseStatusException web) {
        HttpStatus status = HttpStatus.resolve(web.getStatusCode().value());
        if (status == HttpStatus.SERVICE_UNAVAILABLE) {
            return ApiException.unavailable("server_overloaded", busy(web), retryAfter(web));
        }
        if (status == null || status.is5xxServerError()) {
            log.error("a request failed", web);
            return ApiException.internal();
        }
        if (status == HttpStatus.UNAUTHORIZED || status == HttpStatus.FORBIDDEN) {
            return ApiException.notAllowed(status, web.getReason());
        }
        return ApiException.refused(status, null, null, WebFaults.describe(web, status));
    }

    private static String busy(ResponseStatusException web) {
        return web.getReason() == null ? "The server is busy; try again." : web.getReason();
    }

    private static int retryAfter(ResponseStatusException web) {
        String seconds = web.getHeaders().getFirst(HttpHeaders.RETRY_AFTER);
        return seconds == null ? 1 : Integer.parseInt(seconds);
    }
}
