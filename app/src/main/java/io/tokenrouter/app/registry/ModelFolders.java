package io.tokenrouter.app.registry;

import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.engine.model.HuggingFaceFolder;
import io.tokenrouter.engine.model.ModelFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.stereotype.Component;

/**
 * Where operators may take model files from. Whoever can use the admin API could otherwise ask for any file of this machine. Links
 * are followed before a path is judged. Blocks; safe from any thread.
 */
@Component
@EnableConfigurationProperties(ModelFolderProperties.class)
public class ModelFolders {

    private static final String SUFFIX = ".gguf";
    private static final int MOST_FILES = 200;
    private static final int MOST_LOOKED_AT = 20_000;

    /** Deep enough for the cache of the hub: models--owner--name/snapshots/revision/file. */
    private static final int DEPTH = 5;

    private final List<Path> folders;
    private final HubCache hub;

    ModelFolders(ModelFolderProperties properties, ServeOptions options) {
        this.hub = new HubCache(properties.hubCache());
        List<Path> allowed = new ArrayList<>(properties.folders());
        if (allowed.isEmpty()) {
            allowed.add(options.dataFolder().resolve("models"));
            options.demoFolder().map(Path::getParent).ifPresent(allowed::add);
        }
        allowed.add(hub.folder());
        this.folders = List.copyOf(allowed);
    }

    /** Those that there are and those that there could be. */
    public List<Path> folders() {
        return folders;
    }

    /**
     * The file or folder of a model that an operator names.
     *
     * @param path a GGUF file, a folder with exactly one, or a Hugging Face folder; null where the hub id says it
     * @param hubId {@code owner/name}, or {@code owner/name/file.gguf} where there are several; null where the path says it
     * @return with all links followed
     * @throws RegistryRefusal INVALID that names {@code path} or {@code hub_id}
     */
    Path resolve(@Nullable String path, @Nullable String hubId) {
        if ((path == null) == (hubId == null)) {
            throw RegistryRefusal.invalid("path", "Give path or hub_id, one of the two.");
        }
        return hubId == null ? allowed("path", parse(path)) : allowed("hub_id", hub.find(hubId));
    }

    private static Path parse(String path) {
        try {
            Path parsed = Path.of(path);
            if (parsed.isAbsolute()) {
                return parsed;
            }
            throw RegistryRefusal.invalid("path", "path must be absolute.");
        } catch (InvalidPathException e) {
            throw RegistryRefusal.invalid("path", "path is no path of this machine.");
        }
    }

    /** Nothing is said about a place outside, not even whether there is something. */
    private Path allowed(String field, Path given) {
        Path real = real(given).orElse(null);
        if (real == null || !isInside(real)) {
            throw RegistryRefusal.invalid(
                    field,
                    field + " is not there, or outside the folders that models may be taken from: " + listed()
                            + ". More can be allowed with tokenrouter.models.folders.");
        }
        if (Files.isDirectory(real)) {
            return HuggingFaceFolder.isOne(real) ? whole(field, real) : onlyFile(field, real);
        }
        if (!Files.isRegularFile(real)) {
            throw RegistryRefusal.invalid(field, field + " is neither a file nor a folder.");
        }
        return real;
    }

    /**
     * Whether a file or folder that was taken may still be read: links may have been put there since. One that is gone may; whoever reads
     * it finds out.
     */
    boolean stillAllow(Path taken) {
        Path real = real(taken).orElse(null);
        return real == null
                || (real.equals(taken) || isInside(real)) && (!Files.isDirectory(real) || staysInside(real));
    }

    private Path onlyFile(String field, Path folder) {
        List<Path> files = ggufFiles(folder, 1);
        if (files.size() != 1) {
            throw RegistryRefusal.invalid(
                    field,
                    files.isEmpty()
                            ? field + " is a folder without a model: " + ModelFiles.SUPPORTED + "."
                            : field + " is a folder with several .gguf files; name one: " + names(files));
        }
        return allowed(field, files.getFirst());
    }

    private Path whole(String field, Path folder) {
        if (!staysInside(folder)) {
            throw RegistryRefusal.invalid(
                    field,
                    field + " is a folder with links to files outside the folders that models may be taken from: "
                            + listed() + ", or with more than " + MOST_LOOKED_AT + " files.");
        }
        return folder;
    }

    /** A folder may lie inside and have links out of it in place of its files. One of more files than are looked at is no model's. */
    private boolean staysInside(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> all = entries.limit(MOST_LOOKED_AT + 1L).toList();
            return all.size() <= MOST_LOOKED_AT
                    && all.stream()
                            .filter(ModelFolders::isRead)
                            .allMatch(entry -> real(entry)
                                    .filter(file -> file.startsWith(folder) || isInside(file))
                                    .isPresent());
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static boolean isRead(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".json") || name.endsWith(".safetensors") || name.endsWith(".jinja");
    }

    private static String names(List<Path> files) {
        return String.join(
                ", ",
                files.stream()
                        .limit(8)
                        .map(file -> file.getFileName().toString())
                        .toList());
    }

    private boolean isInside(Path real) {
        return folders.stream()
                .map(ModelFolders::real)
                .flatMap(Optional::stream)
                .anyMatch(real::startsWith);
    }

    private String listed() {
        return String.join(", ", folders.stream().map(Path::toString).toList());
    }

    /** GGUF files and Hugging Face folders that lie in the allowed folders, by name; at most two hundred. */
    List<Path> files() {
        return folders.stream()
                .flatMap(folder ->
                        entries(folder, DEPTH, entry -> isGguf(entry) || HuggingFaceFolder.isOne(entry)).stream())
                .flatMap(file -> real(file).filter(this::isInside).filter(this::isModel).stream())
                .distinct()
                .limit(MOST_FILES)
                .sorted(Comparator.comparing(
                        file -> file.getFileName().toString().toLowerCase(Locale.ROOT)))
                .toList();
    }

    private boolean isModel(Path real) {
        return Files.isDirectory(real) ? staysInside(real) : Files.isRegularFile(real);
    }

    private static List<Path> ggufFiles(Path folder, int depth) {
        return entries(folder, depth, ModelFolders::isGguf);
    }

    private static boolean isGguf(Path entry) {
        return entry.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(SUFFIX);
    }

    private static List<Path> entries(Path folder, int depth, Predicate<Path> wanted) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.walk(folder, depth, FileVisitOption.FOLLOW_LINKS)) {
            return entries.limit(MOST_LOOKED_AT)
                    .filter(wanted)
                    .limit(MOST_FILES)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    private static Optional<Path> real(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
