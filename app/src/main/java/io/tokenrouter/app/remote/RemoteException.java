package io.tokenrouter.app.remote;

/** What a command could not do, in a line for whoever typed it. */
final class RemoteException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RemoteException(String message) {
        super(message, null, false, false);
    }
}
