package io.tokenrouter.app.web;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.MissingRequestValueException;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebInputException;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;

/** What is wrong with a request that reached no code of ours, in words for its sender. */
public final class WebFaults {

    private WebFaults() {}

    /**
     * A sentence.
     *
     * @param status of the failure
     */
    public static String describe(ResponseStatusException failure, HttpStatus status) {
        return switch (failure) {
            case RefusedRequestException refused -> refused.sentence();
            case MethodNotAllowedException method ->
                "The method " + method.getHttpMethod() + " is not allowed here; allowed: "
                        + method.getSupportedMethods() + ".";
            case UnsupportedMediaTypeStatusException type -> contentType(type.getContentType());
            case NotAcceptableStatusException accept ->
                "This address has nothing that the Accept header allows; it has " + accept.getSupportedMediaTypes()
                        + ".";
            case MissingRequestValueException missing -> missing.getName() + " is missing.";
            case ServerWebInputException input -> input(input, status);
            default ->
                status == HttpStatus.NOT_FOUND ? "There is nothing at this address." : status.getReasonPhrase() + ".";
        };
    }

    /** The parameter at fault; null where it is something else. */
    public static @Nullable String parameter(ResponseStatusException failure) {
        return switch (failure) {
            case MissingRequestValueException missing -> missing.getName();
            case ServerWebInputException input -> name(input.getMethodParameter());
            default -> null;
        };
    }

    private static String contentType(@Nullable MediaType given) {
        return "The content type must be application/json" + (given == null ? "." : ", not " + given + ".");
    }

    private static String input(ServerWebInputException input, HttpStatus status) {
        String name = name(input.getMethodParameter());
        if (name == null) {
            return status.getReasonPhrase() + ".";
        }
        if (!(input.getCause() instanceof TypeMismatchException mismatch) || mismatch.getRequiredType() == null) {
            return name + " is missing or not valid.";
        }
        Class<?> wanted = mismatch.getRequiredType();
        return name + " must be " + (isWhole(wanted) ? "a whole number" : wanted == UUID.class ? "a UUID" : "valid")
                + ".";
    }

    private static boolean isWhole(Class<?> type) {
        return type == int.class || type == long.class || type == Integer.class || type == Long.class;
    }

    private static @Nullable String name(@Nullable MethodParameter parameter) {
        return parameter == null ? null : parameter.getParameterName();
    }
}
