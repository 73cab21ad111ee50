package io.tokenrouter.app.registry;

import io.tokenrouter.app.StartupException;
import io.tokenrouter.engine.heads.HeadLibrary;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routing algorithms that somebody else wrote: all jars of a folder, together one class path behind the server's own. Their code runs
 * in the server and may do whatever it may.
 */
final class RouterJars implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RouterJars.class);
    private static final String SERVICE = AlgorithmFactory.class.getName() + ": ";

    private final Path folder;
    private final URLClassLoader classes;

    private RouterJars(Path folder, List<Path> jars) {
        this.folder = folder;
        this.classes = new URLClassLoader(
                "routers",
                jars.stream().map(RouterJars::url).toArray(URL[]::new),
                getClass().getClassLoader());
    }

    /**
     * @param folder that need not exist
     * @throws StartupException if it cannot be read, or one of its jars
     */
    static RouterJars in(Path folder) {
        List<Path> jars = jarsOf(folder);
        for (Path jar : jars) {
            try (JarFile ignored = new JarFile(jar.toFile())) {
                LOG.debug("routers of {}", jar);
            } catch (IOException e) {
                throw new StartupException("cannot read the router " + jar + ": " + e.getMessage(), e);
            }
        }
        return new RouterJars(folder, jars);
    }

    private static List<Path> jarsOf(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new StartupException("cannot read the folder of routers " + folder + ": " + e.getMessage(), e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The built-in algorithms and these.
     *
     * @throws StartupException if one cannot be made, does not describe itself as it should, or has a name that is taken
     */
    RoutingAlgorithms algorithms(HeadLibrary heads) {
        try {
            return RoutingAlgorithms.load(heads, classes);
        } catch (ServiceConfigurationError | LinkageError | IllegalArgumentException e) {
            throw new StartupException("cannot use the routers in " + folder + ": " + reason(e), e);
        }
    }

    private static String reason(Throwable fault) {
        String message = String.valueOf(fault.getMessage());
        String text = message.startsWith(SERVICE) ? message.substring(SERVICE.length()) : message;
        boolean hidden = fault instanceof ServiceConfigurationError && fault.getCause() != null;
        return hidden ? text + ": " + fault.getCause() : text;
    }

    /** When no request runs any more. */
    @Override
    public void close() throws IOException {
        classes.close();
    }
}
