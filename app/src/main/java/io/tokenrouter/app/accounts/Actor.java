package io.tokenrouter.app.accounts;

/**
 * Who does something that the audit trail keeps. A controller's method takes one as a parameter and is given whoever sent the
 * request.
 *
 * @param name of an account, or what the server itself is called there
 * @param origin where it comes from, such as {@code console, 127.0.0.1}
 */
public record Actor(String name, String origin) {

    /** What a start does by itself. */
    public static final Actor SERVER = new Actor("server", "start");

    /** What the options of a start ask for. */
    public static final Actor COMMAND_LINE = new Actor("server", "command line");

    public Actor {
        if (name.isEmpty() || origin.isEmpty()) {
            throw new IllegalArgumentException("an actor has a name and an origin");
        }
    }
}
