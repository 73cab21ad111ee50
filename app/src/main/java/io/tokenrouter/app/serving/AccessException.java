package io.tokenrouter.app.serving;

/** Why a caller is not let in. */
public final class AccessException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What kind of refusal it is. */
    public enum Kind {
        /** No key, or none that counts. */
        NO_VALID_KEY,
        /** More than the key's limit allows. */
        LIMITED,
        /** Whether the key counts cannot be told at this moment. */
        UNDECIDED
    }

    private final Kind kind;
    private final int retryAfterSeconds;

    private AccessException(Kind kind, String message, int retryAfterSeconds) {
        super(message, null, false, false);
        this.kind = kind;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /** @param message for the caller; without any part of the key */
    public static AccessException noValidKey(String message) {
        return new AccessException(Kind.NO_VALID_KEY, message, 0);
    }

    /** @param retryAfterSeconds at least 1 */
    public static AccessException limited(String message, int retryAfterSeconds) {
        return new AccessException(Kind.LIMITED, message, retryAfterSeconds);
    }

    /** @param retryAfterSeconds at least 1 */
    public static AccessException undecided(String message, int retryAfterSeconds) {
        return new AccessException(Kind.UNDECIDED, message, retryAfterSeconds);
    }

    public Kind kind() {
        return kind;
    }

    /** When to try again; 0 where trying again does not help. */
    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
