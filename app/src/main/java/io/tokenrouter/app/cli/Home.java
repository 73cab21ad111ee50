package io.tokenrouter.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What the options default to on this machine. */
final class Home {

    private static final long LEAST_KV_MEMORY = 64L << 20;
    private static final long MOST_KV_MEMORY = 8L << 30;

    private Home() {}

    /** The folder of the launcher, which names it by a system property; the working directory without it. */
    static Path folder() {
        return Path.of(System.getProperty("tokenrouter.home", ""))
                .toAbsolutePath()
                .normalize();
    }

    /** Where the launcher has the programs of Postgres unpacked already. */
    static Optional<Path> postgresPrograms() {
        return Optional.ofNullable(System.getProperty("tokenrouter.postgres.programs"))
                .map(Path::of)
                .filter(Files::isWritable);
    }

    /**
     * Half of what this JVM may use, since the caches lie on its heap and a model gets a quarter of it, and no more than is quickly made
     * ready.
     */
    static long defaultKvMemory() {
        return Math.clamp(Runtime.getRuntime().maxMemory() / 2, LEAST_KV_MEMORY, MOST_KV_MEMORY);
    }
}
