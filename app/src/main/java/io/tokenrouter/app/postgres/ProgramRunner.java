package io.tokenrouter.app.postgres;

import io.tokenrouter.app.StartupException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs programs of Postgres to their end. Postgres refuses to run as root, so root runs them inside a user namespace or,
 * where the kernel forbids those, as the user nobody.
 */
final class ProgramRunner {

    private static final int NOBODY = 65534;
    private static final long LIMIT_SECONDS = 120;
    private static final long END_LIMIT_SECONDS = 5;

    private final List<String> prefix;
    private final boolean asNobody;

    private ProgramRunner(List<String> prefix, boolean asNobody) {
        this.prefix = prefix;
        this.asNobody = asNobody;
    }

    /** @throws StartupException if this user is root and there is no way to run as somebody else */
    static ProgramRunner forThisUser() throws IOException {
        if (!"root".equals(System.getProperty("user.name"))
                || !System.getProperty("os.name").equals("Linux")) {
            return new ProgramRunner(List.of(), false);
        }
        List<String> namespace = List.of("unshare", "--user");
        if (succeeds(namespace)) {
            return new ProgramRunner(namespace, false);
        }
        List<String> nobody = List.of(
                "setpriv",
                "--reuid=" + NOBODY,
                "--regid=" + NOBODY,
                "--clear-groups",
                "--inh-caps=+dac_override",
                "--ambient-caps=+dac_override");
        if (succeeds(nobody)) {
            return new ProgramRunner(nobody, true);
        }
        throw new StartupException(
                "Postgres does not run as root and this system has no way to run it as another user; "
                        + "start TokenRouter as an ordinary user or give --postgres-url");
    }

    /** Makes a folder that Postgres must own. */
    void createOwnedFolder(Path folder) throws IOException {
        Files.createDirectory(folder);
        if (asNobody) {
            Files.setAttribute(folder, "unix:uid", NOBODY);
            Files.setAttribute(folder, "unix:gid", NOBODY);
        }
    }

    /**
     * Runs a program and returns what it ended with. Its output goes to a file, so a server that it leaves behind may keep it
     * open. A thread that is interrupted ends the program.
     */
    Result run(Path output, Path program, List<String> arguments) throws IOException {
        return result(await(start(output, program, arguments)), output);
    }

    /** The same, but an interruption waits until the program has ended: for those that must not be left half done. */
    Result runToItsEnd(Path output, Path program, List<String> arguments) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            Process process = start(output, program, arguments);
            while (true) {
                try {
                    return result(process.waitFor(), output);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Process start(Path output, Path program, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(program.toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile());
        builder.environment().put("LC_ALL", "C");
        return builder.start();
    }

    private static Result result(int status, Path output) throws IOException {
        return new Result(
                status, Files.readString(output, StandardCharsets.UTF_8).strip());
    }

    private static boolean succeeds(List<String> prefix) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add("true");
        try {
            return await(new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start())
                    == 0;
        } catch (IOException programIsMissing) {
            return false;
        }
    }

    private static int await(Process process) throws IOException {
        try {
            if (process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return process.exitValue();
            }
            process.destroyForcibly();
            throw new IOException("gave up after " + LIMIT_SECONDS + " s: "
                    + process.info().commandLine().orElse(""));
        } catch (InterruptedException e) {
            // politely, so that initdb ends its own children and removes what it has made
            process.destroy();
            process.onExit()
                    .completeOnTimeout(process, END_LIMIT_SECONDS, TimeUnit.SECONDS)
                    .join();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for Postgres", e);
        }
    }

    record Result(int status, String output) {

        boolean isSuccess() {
            return status == 0;
        }

        /** The last line, which is where these programs say what went wrong. */
        String lastLine() {
            return output.substring(output.lastIndexOf('\n') + 1);
        }
    }
}
