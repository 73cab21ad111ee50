package io.tokenrouter.engine.grammar;

/** A schema that cannot be enforced. The message is written for the caller and begins with the place. */
public final class UnsupportedSchemaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String path;

    /**
     * @param path of the part of the schema at fault, as a JSON pointer behind {@code #}
     * @param reason goes on after the path
     */
    public UnsupportedSchemaException(String path, String reason) {
        super(path + ": " + reason);
        this.path = path;
    }

    /** The part of the schema at fault, as a JSON pointer behind {@code #}. */
    public String path() {
        return path;
    }
}
