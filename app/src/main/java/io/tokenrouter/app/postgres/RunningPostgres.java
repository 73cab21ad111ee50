package io.tokenrouter.app.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds the embedded Postgres of a server that runs, for programs beside it. */
public final class RunningPostgres {

    /** Of {@code postmaster.pid}, from 0. */
    private static final int PORT_LINE = 3;

    private RunningPostgres() {}

    /**
     * Where it is; empty where none has written down its port.
     *
     * @param folder of the embedded Postgres
     * @throws IOException if its files cannot be read
     */
    public static Optional<DatabaseLocation> find(Path folder) throws IOException {
        Path pidFile = DataFolder.clusterBelow(folder).resolve("postmaster.pid");
        Path passwordFile = folder.resolve("password");
        if (!Files.isRegularFile(pidFile) || !Files.isRegularFile(passwordFile)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(pidFile);
        if (lines.size() <= PORT_LINE || !lines.get(PORT_LINE).strip().matches("\\d{1,5}")) {
            return Optional.empty();
        }
        return Optional.of(EmbeddedPostgres.location(
                Integer.parseInt(lines.get(PORT_LINE).strip()),
                Files.readString(passwordFile).strip()));
    }
}
