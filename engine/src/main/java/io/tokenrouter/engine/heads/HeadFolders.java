package io.tokenrouter.engine.heads;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.SafetensorsFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Heads in files {@code ID.safetensors} of some folders; the first folder that has an id gives it. A head is read when it is first named,
 * and again when its file has changed.
 */
public final class HeadFolders implements HeadLibrary {

    private static final String SUFFIX = ".safetensors";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final int MOST_BYTES = 1 << 30;

    private final List<Path> folders;
    private final Map<Path, Known> known = new ConcurrentHashMap<>();

    private record Known(FileTime changed, long size, RouterHead head) {

        boolean isOf(BasicFileAttributes file) {
            return file.lastModifiedTime().equals(changed) && file.size() == size;
        }
    }

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
                .map(file -> head(id, file));
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

    private RouterHead head(String id, Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            Known before = known.get(file);
            if (before != null && before.isOf(now)) {
                return before.head();
            }
            RouterHead head = RouterHeadReader.read(id, SafetensorsFile.read(file, MOST_BYTES));
            known.put(file, new Known(now.lastModifiedTime(), now.size(), head));
            return head;
        } catch (IOException e) {
            throw new ModelFormatException("the file of the router head cannot be read", e);
        }
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
