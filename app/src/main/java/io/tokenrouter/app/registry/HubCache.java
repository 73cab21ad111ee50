package io.tokenrouter.app.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The local cache of the Hugging Face hub, as its own programs lay it out. Nothing is downloaded. */
record HubCache(Path folder) {

    private static final Pattern ID = Pattern.compile(
            "([A-Za-z0-9][A-Za-z0-9._-]{0,95})/([A-Za-z0-9][A-Za-z0-9._-]{0,95})(?:/([A-Za-z0-9][A-Za-z0-9._-]{0,200}))?");
    private static final Pattern REVISION = Pattern.compile("[0-9a-f]{1,64}");
    private static final int LONGEST_REFERENCE = 100;

    HubCache(@Nullable Path folder) {
        this.folder = folder == null ? usual() : folder;
    }

    private static Path usual() {
        String cache = System.getenv("HF_HUB_CACHE");
        if (cache != null && !cache.isBlank()) {
            return Path.of(cache);
        }
        String home = System.getenv("HF_HOME");
        Path base = home != null && !home.isBlank()
                ? Path.of(home)
                : Path.of(System.getProperty("user.home", ""), ".cache", "huggingface");
        return base.resolve("hub").toAbsolutePath();
    }

    /**
     * The snapshot of a model that was downloaded before, or one file of it.
     *
     * @throws RegistryRefusal INVALID that names {@code hub_id}
     */
    Path find(String hubId) {
        Matcher id = ID.matcher(hubId);
        if (!id.matches() || hubId.contains("..")) {
            throw RegistryRefusal.invalid("hub_id", "hub_id must be owner/name, or owner/name/file.gguf.");
        }
        Path model = folder.resolve("models--" + id.group(1) + "--" + id.group(2));
        Path snapshot = snapshot(model);
        if (snapshot == null) {
            throw RegistryRefusal.invalid(
                    "hub_id",
                    id.group(1) + "/" + id.group(2) + " is not in the local cache " + folder
                            + ". Downloading is not built in: fetch it with 'hf download " + id.group(1) + "/"
                            + id.group(2)
                            + "' first.");
        }
        return id.group(3) == null ? snapshot : snapshot.resolve(id.group(3));
    }

    private static @Nullable Path snapshot(Path model) {
        Path reference = model.resolve("refs").resolve("main");
        try {
            if (!Files.isRegularFile(reference) || Files.size(reference) > LONGEST_REFERENCE) {
                return null;
            }
            String revision = Files.readString(reference).strip();
            Path snapshot = model.resolve("snapshots").resolve(revision);
            return REVISION.matcher(revision).matches() && Files.isDirectory(snapshot) ? snapshot : null;
        } catch (IOException e) {
            return null;
        }
    }
}
