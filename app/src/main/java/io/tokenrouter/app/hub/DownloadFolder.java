package io.tokenrouter.app.hub;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder that files of a repository come into. What comes waits in parts, hidden beside the places of the files, until
 * everything is there: the files of an older commit stay until then, and none of them stays among those of the new one.
 */
final class DownloadFolder {

    private static final int DEPTH = 2;
    private static final Pattern PART = Pattern.compile("\\.(.+)\\.(?:commit-)?[0-9a-f]{40,64}\\.part");

    private final Path path;
    private final String commit;

    /** @param commit that all files are of */
    DownloadFolder(Path path, String commit) {
        this.path = path;
        this.commit = commit;
    }

    Path path() {
        return path;
    }

    Path whole(HubFile file) {
        return path.resolve(file.path());
    }

    /** Where a file's bytes wait; no other version of the file has this name. */
    Path part(HubFile file) {
        String version =
                file.checksum() == null ? "commit-" + commit : file.checksum().hex();
        return whole(file).resolveSibling("." + file.name() + "." + version + ".part");
    }

    /** Bytes that wait of a file. */
    long waiting(HubFile file) throws IOException {
        Path part = part(file);
        return Files.exists(part) ? Math.min(file.bytes(), Files.size(part)) : 0;
    }

    /**
     * Those that are not in their places with the content that the hub lists; reads what is there. One of which it lists no
     * checksum is always missing: that of another commit can have the same size.
     */
    List<HubFile> missing(List<HubFile> chosen) throws IOException {
        List<HubFile> missing = new ArrayList<>();
        for (HubFile file : chosen) {
            Path whole = whole(file);
            if (file.checksum() == null || !Files.exists(whole) || !file.fits(whole)) {
                missing.add(file);
            }
        }
        return missing;
    }

    /** Deletes the parts of other versions, which nobody will go on with. */
    void dropOldParts(List<HubFile> chosen) throws IOException {
        Set<Path> current = chosen.stream().map(this::part).collect(Collectors.toSet());
        Predicate<String> replaced = replacedBy(chosen);
        for (Path file : files()) {
            Matcher part = PART.matcher(file.getFileName().toString());
            if (part.matches()
                    && !current.contains(file)
                    && replaced.test(relative(file.resolveSibling(part.group(1))))) {
                Files.delete(file);
            }
        }
    }

    /**
     * Puts what has come in its place. A folder is no model meanwhile: its {@code config.json} goes first and comes last.
     *
     * @param missing of the chosen ones, whose parts are whole and right
     */
    void put(List<HubFile> chosen, List<HubFile> missing) throws IOException {
        List<Path> stale = stale(chosen);
        if (missing.isEmpty() && stale.isEmpty()) {
            return;
        }
        List<HubFile> coming = new ArrayList<>(missing);
        Optional<HubFile> config = chosen.stream().filter(FileChoice::isConfig).findFirst();
        if (config.isPresent()) {
            if (coming.remove(config.get())) {
                Files.deleteIfExists(whole(config.get()));
            } else {
                Files.move(whole(config.get()), part(config.get()), StandardCopyOption.ATOMIC_MOVE);
            }
            coming.addLast(config.get());
        }
        for (Path file : stale) {
            Files.delete(file);
        }
        for (HubFile file : coming) {
            Files.move(part(file), whole(file), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** What an older commit left that would be taken for a part of the model. */
    private List<Path> stale(List<HubFile> chosen) throws IOException {
        Set<Path> current = chosen.stream().map(this::whole).collect(Collectors.toSet());
        Predicate<String> replaced = replacedBy(chosen);
        return files().stream()
                .filter(file -> !current.contains(file) && replaced.test(relative(file)))
                .toList();
    }

    /** A model in a folder replaces all that belongs to one; a GGUF file only itself, since others may lie beside it. */
    private static Predicate<String> replacedBy(List<HubFile> chosen) {
        Set<String> paths = chosen.stream().map(HubFile::path).collect(Collectors.toSet());
        return chosen.stream().anyMatch(FileChoice::isConfig)
                ? name -> paths.contains(name) || FileChoice.isOfFolder(name)
                : paths::contains;
    }

    private String relative(Path file) {
        return path.relativize(file).toString().replace('\\', '/');
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> found = Files.walk(path, DEPTH)) {
            return found.filter(file -> !Files.isDirectory(file)).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
