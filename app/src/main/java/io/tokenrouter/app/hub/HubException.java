package io.tokenrouter.app.hub;

/** What a hub does not give, in a line for whoever asked. Trying again does not help, unless the message says so. */
public final class HubException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HubException(String message) {
        super(message, null, false, false);
    }
}
