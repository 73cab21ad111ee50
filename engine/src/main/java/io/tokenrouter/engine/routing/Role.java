package io.tokenrouter.engine.routing;

/**
 * A part in an algorithm, bound to a model by configuration. Names, not an order: in some methods the large model asks the
 * small one.
 *
 * @param name lower-case, as options and configuration spell it
 */
public record Role(String name) {

    /** The cheap model of a pair. */
    public static final Role SMALL = new Role("small");

    /** The strong model of a pair. */
    public static final Role LARGE = new Role("large");

    @Override
    public String toString() {
        return name;
    }
}
