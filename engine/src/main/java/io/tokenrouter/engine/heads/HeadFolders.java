package io.tokenrouter.engine.heads;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Heads in files {@code ID.safetensors} of some folders; the first folder that has an id gives it. A file is read when it is first named,
 * and again when it has changed; one that is damaged too. Whoever names a file that is being read waits for that.
 */
public final class HeadFolders implements HeadLibrary {

    private static final String SUFFIX = ".safetensors";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private final List<Path> folders;
    private final Map<Path, HeadFile> files = new ConcurrentHashMap<>();

    /** @param folders that need not exist */
    public HeadFolders(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    @Override
    public Optional<RouterHead> find(String id) {
        if (!ID.matcher(id).matches()) {
            return Optional.empty();
        }
        return folders.stream()
                .map(folder -> folder.resolve(id + SUFFIX))
                .filter(Files::isRegularFile)
                .findFirst()
                .map(path -> files.computeIfAbsent(path, file -> new HeadFile(id, file))
                        .head());
    }

    @Override
    public List<String> ids() {
        return folders.stream()
                .flatMap(folder -> names(folder).stream())
                .filter(name -> name.endsWith(SUFFIX))
                .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                .filter(id -> ID.matcher(id).matches())
                .distinct()
                .sorted()
                .toList();
    }

    private static List<String> names(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
