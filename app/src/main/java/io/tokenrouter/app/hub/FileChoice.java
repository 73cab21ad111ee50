package io.tokenrouter.app.hub;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which files of a repository a model needs. */
final class FileChoice {

    private static final String CONFIG = "config.json";
    private static final String WEIGHTS = "model.safetensors";
    private static final String INDEX = WEIGHTS + ".index.json";
    private static final Pattern SHARD = Pattern.compile("model-\\d{5,6}-of-(\\d{5,6})\\.safetensors");
    private static final Pattern PART_OF_GGUF = Pattern.compile(".*-\\d{5,6}-of-\\d{5,6}\\.gguf");
    private static final Pattern TEMPLATES =
            Pattern.compile("chat_template\\.jinja|additional_chat_templates/[^/]+\\.jinja");
    private static final List<String> REQUIRED = List.of(CONFIG, "tokenizer.json");
    private static final Set<String> SETTINGS =
            Set.of(CONFIG, "generation_config.json", "tokenizer.json", "tokenizer_config.json");
    private static final int MOST_NAMED = 20;

    private FileChoice() {}

    /**
     * The named GGUF file; or the safetensors with what belongs to them; or the only GGUF file.
     *
     * @throws HubException if it is not clear which, or the repository holds nothing that can be used
     */
    static List<HubFile> of(List<HubFile> all, Optional<String> named) {
        if (named.isPresent()) {
            return List.of(gguf(all, named.get()));
        }
        List<HubFile> weights = weights(all);
        if (!weights.isEmpty()) {
            return withSettings(all, weights);
        }
        List<HubFile> ggufs = all.stream().filter(FileChoice::isWholeModel).toList();
        if (ggufs.size() == 1) {
            return ggufs;
        }
        if (ggufs.isEmpty()) {
            throw new HubException("the repository has neither safetensors (" + WEIGHTS
                    + " or its parts) nor a .gguf file" + " in one piece; other formats are not supported");
        }
        throw new HubException("the repository has several .gguf files; name one with --file: " + names(ggufs));
    }

    /** Whether a path is that of a file of a model in safetensors. */
    static boolean isOfFolder(String path) {
        return SETTINGS.contains(path)
                || TEMPLATES.matcher(path).matches()
                || path.equals(WEIGHTS)
                || path.equals(INDEX)
                || SHARD.matcher(path).matches();
    }

    /** Whether it is the file without which a folder is no model. */
    static boolean isConfig(HubFile file) {
        return file.path().equals(CONFIG);
    }

    private static HubFile gguf(List<HubFile> all, String named) {
        HubFile file = all.stream()
                .filter(listed -> listed.path().equals(named))
                .findFirst()
                .orElseThrow(() -> new HubException("the repository has no file " + named + "; it has "
                        + names(all.stream().filter(FileChoice::isWholeModel).toList())));
        if (!isWholeModel(file)) {
            throw new HubException(named + " is not a model in one .gguf file");
        }
        return file;
    }

    private static boolean isWholeModel(HubFile file) {
        String name = file.name().toLowerCase(Locale.ROOT);
        return name.endsWith(".gguf") && !PART_OF_GGUF.matcher(name).matches() && !name.startsWith("mmproj");
    }

    private static List<HubFile> weights(List<HubFile> all) {
        boolean inParts = all.stream().anyMatch(file -> file.path().equals(INDEX));
        if (inParts && !hasAllParts(all)) {
            throw new HubException("the repository lists " + INDEX + ", but not all the files that belong to it");
        }
        return all.stream()
                .filter(file -> inParts
                        ? file.path().equals(INDEX)
                                || SHARD.matcher(file.path()).matches()
                        : file.path().equals(WEIGHTS))
                .toList();
    }

    /** Whether there are as many parts as one of their names says. */
    private static boolean hasAllParts(List<HubFile> all) {
        return all.stream()
                .map(file -> SHARD.matcher(file.path()))
                .filter(Matcher::matches)
                .collect(Collectors.groupingBy(shard -> shard.group(1), Collectors.counting()))
                .entrySet()
                .stream()
                .anyMatch(parts -> parts.getValue() == Integer.parseInt(parts.getKey()));
    }

    private static List<HubFile> withSettings(List<HubFile> all, List<HubFile> weights) {
        Set<String> paths = all.stream().map(HubFile::path).collect(Collectors.toSet());
        List<String> missing =
                REQUIRED.stream().filter(name -> !paths.contains(name)).toList();
        if (!missing.isEmpty()) {
            throw new HubException("the repository has safetensors, but no " + String.join(" and no ", missing)
                    + ", without which they cannot be used");
        }
        List<HubFile> chosen = new ArrayList<>();
        for (HubFile file : all) {
            if (SETTINGS.contains(file.path()) || TEMPLATES.matcher(file.path()).matches()) {
                chosen.add(file);
            }
        }
        chosen.addAll(weights);
        return chosen;
    }

    private static String names(List<HubFile> files) {
        String names = files.stream().limit(MOST_NAMED).map(HubFile::path).collect(Collectors.joining(", "));
        return names.isEmpty() ? "none" : names + (files.size() > MOST_NAMED ? ", and more" : "");
    }
}
