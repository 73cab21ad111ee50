package io.tokenrouter.app.postgres;

import java.io.IOException;
import java.nio.file.Path;

/** Unpacks the programs of Postgres into a folder; the launcher calls it after a build, so that no start needs to. */
public final class UnpackPrograms {

    private UnpackPrograms() {}

    public static void main(String[] arguments) throws IOException {
        PostgresPrograms.below(Path.of(arguments[0]));
    }
}
