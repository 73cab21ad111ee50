package io.tokenrouter.engine.model;

/**
 * The metadata keys of one architecture, without its name before them.
 *
 * @param architecture name before the dot
 */
record GgufKeys(GgufMetadata metadata, String architecture) {

    String full(String name) {
        return architecture + "." + name;
    }

    boolean has(String name) {
        return metadata.has(full(name));
    }

    String string(String name, String absent) {
        return metadata.string(full(name), absent);
    }

    /** From {@code low} to {@code high}, both included. */
    int integer(String name, int low, int high) {
        return metadata.integer(full(name), low, high);
    }

    int integer(String name, int low, int high, int absent) {
        return metadata.integer(full(name), low, high, absent);
    }

    float positive(String name) {
        return checked(name, metadata.number(full(name)));
    }

    float positive(String name, float absent) {
        return has(name) ? positive(name) : absent;
    }

    private float checked(String name, float value) {
        if (!(value > 0) || Float.isInfinite(value)) {
            throw new ModelFormatException("the metadata key " + full(name) + " is " + value + "; it must be positive");
        }
        return value;
    }
}
