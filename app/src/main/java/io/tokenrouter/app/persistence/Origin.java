package io.tokenrouter.app.persistence;

/** Who registered a model or a pair. */
public enum Origin {
    DEMO("demo"),
    COMMAND_LINE("command-line"),
    CONSOLE("console");

    private final String column;

    Origin(String column) {
        this.column = column;
    }

    String column() {
        return column;
    }

    static Origin ofColumn(String value) {
        for (Origin origin : values()) {
            if (origin.column.equals(value)) {
                return origin;
            }
        }
        throw new IllegalArgumentException("no such origin: " + value);
    }
}
