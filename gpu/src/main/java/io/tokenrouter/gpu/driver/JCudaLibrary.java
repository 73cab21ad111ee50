package io.tokenrouter.gpu.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jcuda.LogLevel;
import jcuda.driver.JCudaDriver;

/**
 * Loads JCuda's library. By itself JCuda unpacks it to a fixed name in the temp folder and takes a file that has this name already,
 * whoever put it there and whether it is whole. So it is given an empty folder that is this process's and its user's alone.
 */
final class JCudaLibrary {

    private static final String TEMP_FOLDER = "java.io.tmpdir";

    private JCudaLibrary() {}

    /**
     * Loads it if nobody has.
     *
     * @throws UnusableDriverException if there is no room for it
     * @throws LinkageError as the initialiser of JCuda's class throws it, the first time and later ones
     */
    static synchronized void load() {
        String before = System.getProperty(TEMP_FOLDER);
        Path own = folderIn(before);
        System.setProperty(TEMP_FOLDER, own.toString());
        try {
            // what it cannot load is thrown, too
            JCudaDriver.setLogLevel(LogLevel.LOG_QUIET);
        } finally {
            System.setProperty(TEMP_FOLDER, before);
            delete(own);
        }
    }

    private static Path folderIn(String temp) {
        try {
            return Files.createTempDirectory(Path.of(temp), "tokenrouter-cuda-");
        } catch (IOException | RuntimeException e) {
            throw new UnusableDriverException(UnusableDriverException.UNPACKING + e.getMessage(), e);
        }
    }

    /** The library stays loaded without its file. */
    private static void delete(Path folder) {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
