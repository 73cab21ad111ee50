package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The safetensors files of one folder, mapped.
 *
 * @param bytes their size together
 * @param tensors under GGUF's names, in the order of the files
 */
record MappedShards(long bytes, Map<String, Tensor> tensors) {

    private static final String SINGLE = "model.safetensors";

    /** Of all files together; ten times what the largest models have. */
    private static final int MOST_HEADER_BYTES = 32 << 20;

    private static final int MOST_TENSORS = 65_536;

    /** Weights that other programs read and we do not, so that a refusal can say so. */
    private static final List<String> OTHERS = List.of(
            "pytorch_model.bin", "pytorch_model.bin.index.json", "adapter_model.safetensors", "adapter_config.json");

    static boolean isThere(Path folder) {
        return Files.exists(folder.resolve(SINGLE)) || Files.exists(folder.resolve(WeightIndex.FILE));
    }

    /**
     * @param arena owns the mappings
     * @throws ModelFormatException if there are no usable weights, naming the file and the tensor at fault
     */
    static MappedShards map(Path folder, Arena arena) throws IOException {
        Map<String, SafetensorsHeader> files = new LinkedHashMap<>();
        long bytes = 0;
        if (Files.exists(folder.resolve(SINGLE))) {
            bytes = open(folder, SINGLE, arena, files);
        } else if (Files.exists(folder.resolve(WeightIndex.FILE))) {
            WeightIndex index = WeightIndex.read(folder);
            for (String file : new LinkedHashSet<>(index.files().values())) {
                bytes += open(folder, file, arena, files);
            }
            checkIndex(index, files);
        } else {
            throw missing(folder);
        }
        return new MappedShards(bytes, tensors(files));
    }

    private static long open(Path folder, String name, Arena arena, Map<String, SafetensorsHeader> files)
            throws IOException {
        Path file = folder.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw new ModelFormatException(name + " is missing, or not a regular file");
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            MemorySegment content = channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
            files.put(name, SafetensorsHeader.parse(content, MOST_HEADER_BYTES - headerBytes(files)));
            checkCount(files);
            return size;
        } catch (ModelFormatException e) {
            throw in(name, e);
        }
    }

    private static int headerBytes(Map<String, SafetensorsHeader> files) {
        return files.values().stream().mapToInt(SafetensorsHeader::bytes).sum();
    }

    private static void checkCount(Map<String, SafetensorsHeader> files) {
        int count = files.values().stream()
                .mapToInt(header -> header.entries().size())
                .sum();
        if (count > MOST_TENSORS) {
            throw new ModelFormatException("with this file the model has more than " + MOST_TENSORS + " tensors");
        }
    }

    private static void checkIndex(WeightIndex index, Map<String, SafetensorsHeader> files) {
        Set<String> there = new LinkedHashSet<>();
        files.forEach((file, header) -> header.entries().forEach(entry -> there.add(file + '/' + entry.name())));
        index.files().forEach((tensor, file) -> {
            if (!there.contains(file + '/' + tensor)) {
                throw new ModelFormatException(file + " has no tensor " + Untrusted.name(tensor) + ", though "
                        + WeightIndex.FILE + " says so");
            }
        });
    }

    private static Map<String, Tensor> tensors(Map<String, SafetensorsHeader> files) {
        List<String> names = files.values().stream()
                .flatMap(header -> header.entries().stream())
                .map(SafetensorsHeader.Entry::name)
                .toList();
        HuggingFaceNames canonical = HuggingFaceNames.of(names);
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        files.forEach((file, header) -> {
            try {
                header.entries().forEach(entry -> add(header, entry, canonical, tensors));
            } catch (ModelFormatException e) {
                throw in(file, e);
            }
        });
        return tensors;
    }

    private static void add(
            SafetensorsHeader header,
            SafetensorsHeader.Entry entry,
            HuggingFaceNames canonical,
            Map<String, Tensor> tensors) {
        String name = canonical.canonical(entry.name());
        if (name == null) {
            return;
        }
        TensorFormat format = entry.format();
        if (format == null) {
            throw new ModelFormatException(entry.what() + " is stored as "
                    + (entry.type().isEmpty() ? "an unknown type" : Untrusted.name(entry.type()))
                    + ", which is not supported; supported are F32, F16 and BF16");
        }
        if (!entry.isVectorOrMatrix()) {
            throw new ModelFormatException(entry.what() + " is no vector or matrix: it has "
                    + entry.shape().size() + " dimensions");
        }
        if (tensors.put(name, header.tensor(entry, format, name)) != null) {
            throw new ModelFormatException(entry.what() + " is there twice");
        }
    }

    private static ModelFormatException missing(Path folder) {
        String other = OTHERS.stream()
                .filter(name -> Files.exists(folder.resolve(name)))
                .findFirst()
                .map(name -> "; its " + name + " is not supported")
                .orElse("");
        return new ModelFormatException(folder + " has neither " + SINGLE + " nor " + WeightIndex.FILE + other);
    }

    private static ModelFormatException in(String file, ModelFormatException e) {
        return new ModelFormatException(file + ": " + e.getMessage(), e);
    }
}
