package io.tokenrouter.app.v1;

import io.tokenrouter.engine.text.Characters;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A refusal as the caller sees it: HTTP status and the fields of the error envelope. */
final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int MOST_SHOWN = 100;

    static final String AUTHENTICATION = "authentication_error";
    static final String PERMISSION = "permission_error";
    static final String RATE_LIMIT = "rate_limit_exceeded";
    static final String INVALID_REQUEST = "invalid_request_error";
    static final String SERVER_ERROR = "server_error";

    private final HttpStatus status;
    private final transient ErrorEnvelope envelope;
    private final int retryAfterSeconds;

    ApiException(HttpStatus status, ErrorEnvelope envelope, int retryAfterSeconds) {
        super(envelope.error().message(), null, false, false);
        this.status = status;
        this.envelope = envelope;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /** 400 that names the field. */
    static ApiException invalid(@Nullable String param, String message) {
        return refused(HttpStatus.BAD_REQUEST, param, null, message);
    }

    /** 400 for a field that is known and not built. */
    static ApiException unsupported(String param, String message) {
        return refused(HttpStatus.BAD_REQUEST, param, "unsupported_parameter", message);
    }

    /** 404 for a model that is not served. */
    static ApiException modelNotFound(String model) {
        return refused(
                HttpStatus.NOT_FOUND,
                "model",
                "model_not_found",
                "The model '" + shorten(model) + "' does not exist; GET /v1/models lists those that do.");
    }

    /** 404 for a model that is registered, but in no state to answer. */
    static ApiException modelNotLoaded(String model) {
        return refused(
                HttpStatus.NOT_FOUND,
                "model",
                "model_not_loaded",
                "The model '" + shorten(model)
                        + "' is registered but not loaded; GET /v1/models lists those that are.");
    }

    /** 403 for what the caller's key does not allow. */
    static ApiException forbidden(@Nullable String param, String message) {
        return new ApiException(HttpStatus.FORBIDDEN, ErrorEnvelope.of(message, PERMISSION, param, null), 0);
    }

    /** 401 for a caller without a key that counts. */
    static ApiException unauthenticated(String message) {
        return new ApiException(
                HttpStatus.UNAUTHORIZED, ErrorEnvelope.of(message, AUTHENTICATION, null, "invalid_api_key"), 0);
    }

    /** 429: more than the caller's key allows. */
    static ApiException limited(String message, int retryAfterSeconds) {
        return new ApiException(
                HttpStatus.TOO_MANY_REQUESTS,
                ErrorEnvelope.of(message, RATE_LIMIT, null, RATE_LIMIT),
                retryAfterSeconds);
    }

    /** Any refusal that is the caller's fault. */
    static ApiException refused(HttpStatus status, @Nullable String param, @Nullable String code, String message) {
        return new ApiException(status, ErrorEnvelope.of(message, INVALID_REQUEST, param, code), 0);
    }

    /**
     * 401 or 403.
     *
     * @param reason a sentence; null for the status' own phrase
     */
    static ApiException notAllowed(HttpStatus status, @Nullable String reason) {
        String type = status == HttpStatus.UNAUTHORIZED ? "authentication_error" : "permission_error";
        String message = reason == null ? status.getReasonPhrase() + "." : reason;
        return new ApiException(status, ErrorEnvelope.of(message, type, null, null), 0);
    }

    /** 503: try again. */
    static ApiException unavailable(String code, String message, int retryAfterSeconds) {
        return new ApiException(
                HttpStatus.SERVICE_UNAVAILABLE,
                ErrorEnvelope.of(message, SERVER_ERROR, null, code),
                Math.max(1, retryAfterSeconds));
    }

    /** 500 where it was the policy's algorithm. */
    static ApiException routingFailed() {
        return new ApiException(
                HttpStatus.INTERNAL_SERVER_ERROR,
                ErrorEnvelope.of(
                        "The routing algorithm of this request failed; the server's log says why.",
                        SERVER_ERROR,
                        null,
                        "routing_failed"),
                0);
    }

    /** 500 without details of ours. */
    static ApiException internal() {
        return new ApiException(
                HttpStatus.INTERNAL_SERVER_ERROR,
                ErrorEnvelope.of("The server failed to handle the request.", SERVER_ERROR, null, null),
                0);
    }

    /** Keeps a caller's text from filling the message. */
    static String shorten(String text) {
        return Characters.shortened(text, MOST_SHOWN);
    }

    HttpStatus status() {
        return status;
    }

    ErrorEnvelope envelope() {
        return envelope;
    }

    /** 0 for none. */
    int retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
