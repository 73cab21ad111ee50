package io.tokenrouter.app.postgres;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.StartupException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Postgres server of our own: listens on the loopback address only, at a free port, with a random password. Its data stays
 * between starts. One instance starts once and closes once; safe from any thread.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedPostgres.class);

    private static final String USER = "tokenrouter";
    private static final long LOG_LIMIT_BYTES = 4 << 20;
    private static final int PORT_ATTEMPTS = 3;

    private final DataFolder folder;
    private final PostgresPrograms programs;
    private final ProgramRunner runner;
    private final String password;
    private int port;
    private String restartFailure = "";
    private boolean closed;

    private EmbeddedPostgres(DataFolder folder, PostgresPrograms programs, ProgramRunner runner, String password) {
        this.folder = folder;
        this.programs = programs;
        this.runner = runner;
        this.password = password;
    }

    /**
     * Starts the server and waits until it takes connections. The first start in a folder makes the cluster.
     *
     * @param root the folder for the cluster, its password, log and lock
     * @param programsFolder where the programs of Postgres are unpacked; may be shared by several servers
     * @param startup hears what begins; a thread that is interrupted here leaves no Postgres behind
     * @throws StartupException if the folder is in use, was written by another version, or Postgres does not come up
     */
    public static EmbeddedPostgres start(Path root, Path programsFolder, Startup startup) {
        try {
            DataFolder folder = DataFolder.open(root.toAbsolutePath().normalize());
            try {
                EmbeddedPostgres postgres = new EmbeddedPostgres(
                        folder,
                        PostgresPrograms.below(programsFolder.toAbsolutePath().normalize()),
                        ProgramRunner.forThisUser(),
                        folder.password());
                postgres.prepareCluster(startup);
                startup.begins("Starting Postgres");
                postgres.startServer();
                if (Thread.interrupted()) {
                    postgres.close();
                    throw new IOException("interrupted");
                }
                return postgres;
            } catch (IOException | RuntimeException e) {
                folder.close();
                throw e;
            }
        } catch (IOException e) {
            throw new StartupException("Postgres cannot start in " + root + ": " + e.getMessage(), e);
        }
    }

    /** Where clients of this process find it. */
    public DatabaseLocation location() {
        return location(port, password);
    }

    static DatabaseLocation location(int port, String password) {
        return new DatabaseLocation("jdbc:postgresql://127.0.0.1:" + port + "/postgres", USER, password);
    }

    /** Starts the server again, at the same port, if it ended without being told to. */
    public synchronized void restartIfDown() {
        if (closed) {
            return;
        }
        if (serverProcess().isPresent()) {
            restartFailure = "";
            return;
        }
        if (restartFailure.isEmpty()) {
            log.warn("The embedded Postgres is not running; starting it again");
        }
        String before = restartFailure;
        restartFailure = restart();
        // it is tried every few seconds, for as long as it takes
        if (!restartFailure.isEmpty() && !restartFailure.equals(before)) {
            log.warn("It did not start, and is tried again: {}", restartFailure);
        }
    }

    /** Why it did not start; empty if it did. */
    private String restart() {
        try {
            Files.deleteIfExists(pidFile());
            long said = Files.exists(serverLog()) ? Files.size(serverLog()) : 0;
            ProgramRunner.Result result = launch(port);
            return result.isSuccess() ? "" : withoutTime(reason(result, said));
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** A line of Postgres' log without what is another one at each try. */
    private static String withoutTime(String line) {
        return line.replaceFirst("^.*?(FATAL|PANIC)", "$1");
    }

    /** Stops the server, which writes everything to disk first. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (folder) {
            if (serverProcess().isPresent()) {
                stopServer();
            }
        } catch (IOException e) {
            log.warn("Postgres did not stop cleanly: {}", e.getMessage());
        }
    }

    private void prepareCluster(Startup startup) throws IOException {
        if (folder.hasCluster()) {
            refuseOtherVersion();
            endLeftover();
            return;
        }
        startup.begins("Making the database in " + folder.root() + " (first start)");
        Path unfinished = folder.root().resolve("cluster.unfinished");
        PostgresPrograms.deleteTree(unfinished);
        runner.createOwnedFolder(unfinished);
        ProgramRunner.Result result = runner.run(
                folder.root().resolve("initdb.log"),
                programs.program("initdb"),
                List.of(
                        "--pgdata=" + unfinished,
                        "--username=" + USER,
                        "--pwfile=" + folder.passwordFile(),
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--no-instructions",
                        // a first start that is cut off by a power failure begins anew, so nothing needs to be forced
                        // out
                        "--no-sync"));
        if (!result.isSuccess()) {
            throw new IOException(result.lastLine());
        }
        Files.move(unfinished, folder.cluster(), StandardCopyOption.ATOMIC_MOVE);
    }

    private void refuseOtherVersion() throws IOException {
        String written =
                Files.readString(folder.cluster().resolve("PG_VERSION")).strip();
        String ours = runner.run(
                        folder.root().resolve("version.log"), programs.program("postgres"), List.of("--version"))
                .output()
                .replaceFirst("^\\D*(\\d+).*$", "$1");
        if (!written.equals(ours)) {
            throw new StartupException("the database in " + folder.cluster() + " was written by Postgres " + written
                    + ", and this TokenRouter brings Postgres " + ours
                    + "; move it over with pg_dump, or choose another folder with --data");
        }
    }

    /** A server that outlived its TokenRouter is stopped; the mark of one that did not is removed. */
    private void endLeftover() throws IOException {
        if (serverProcess().isPresent()) {
            log.info("Stopping a Postgres that an earlier TokenRouter left running");
            stopServer();
        }
        Files.deleteIfExists(pidFile());
    }

    private void startServer() throws IOException {
        Path serverLog = serverLog();
        if (Files.exists(serverLog) && Files.size(serverLog) > LOG_LIMIT_BYTES) {
            Files.delete(serverLog);
        }
        ProgramRunner.Result result = null;
        for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
            port = freePort();
            result = launch(port);
            if (result.isSuccess()) {
                return;
            }
        }
        throw new IOException(reason(result, 0));
    }

    private ProgramRunner.Result launch(int atPort) throws IOException {
        String options = String.join(
                " ",
                "-p " + atPort,
                "-c listen_addresses=127.0.0.1",
                "-c unix_socket_directories=''",
                "-c max_connections=20",
                "-c shared_buffers=32MB",
                "-c max_wal_size=128MB",
                "-c jit=off",
                "-c timezone=UTC");
        return pgCtl("start", "--log=" + serverLog(), "--options=" + options, "--wait", "--timeout=60");
    }

    private void stopServer() throws IOException {
        ProgramRunner.Result result = pgCtl("stop", "--mode=fast", "--wait", "--timeout=30");
        if (!result.isSuccess()) {
            throw new IOException(result.lastLine());
        }
    }

    private ProgramRunner.Result pgCtl(String action, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(action, "--pgdata=" + folder.cluster()));
        arguments.addAll(List.of(options));
        return runner.runToItsEnd(folder.root().resolve("pg_ctl.log"), programs.program("pg_ctl"), arguments);
    }

    /**
     * The running server process, if there is one. The process that the pid file names may long be another program's: after a crash, numbers are
     * used again.
     */
    public Optional<ProcessHandle> serverProcess() {
        try {
            List<String> lines = Files.readAllLines(pidFile(), StandardCharsets.UTF_8);
            return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> process.info()
                            .command()
                            .map(Path::of)
                            .map(Path::getFileName)
                            .filter(Path.of("postgres")::equals)
                            .isPresent());
        } catch (IOException | RuntimeException noUsablePidFile) {
            return Optional.empty();
        }
    }

    /** @param from where in the server's log what it said of this start begins */
    private String reason(ProgramRunner.Result result, long from) throws IOException {
        String said = "";
        if (Files.exists(serverLog())) {
            byte[] all = Files.readAllBytes(serverLog());
            int begin = (int) Math.min(from, all.length);
            said = new String(all, begin, all.length - begin, StandardCharsets.UTF_8);
        }
        return said.lines()
                .filter(line -> line.contains("FATAL") || line.contains("PANIC"))
                .reduce((first, second) -> second)
                .orElse(result.lastLine());
    }

    private Path pidFile() {
        return folder.cluster().resolve("postmaster.pid");
    }

    private Path serverLog() {
        return folder.root().resolve("postgres.log");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
