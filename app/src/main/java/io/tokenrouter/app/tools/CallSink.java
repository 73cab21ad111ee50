package io.tokenrouter.app.tools;

/** Takes what is certain of calls. Each method says that all that was read so far, the present character included, is part of one. */
interface CallSink {

    /** Another call begins; false if there is no such tool, and then it does not. */
    boolean begin(String name);

    /** More of its arguments; may be empty. */
    void arguments(CharSequence piece);

    /** It is complete. */
    void end();

    /** A whole call; false if there is no such tool. */
    default boolean call(String name, String arguments) {
        if (!begin(name)) {
            return false;
        }
        arguments(arguments);
        end();
        return true;
    }
}
