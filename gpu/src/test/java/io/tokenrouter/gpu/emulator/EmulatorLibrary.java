package io.tokenrouter.gpu.emulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Builds the emulator from its sources and those of the kernels, as far as they have changed since the last time. */
final class EmulatorLibrary {

    private static final List<String> FLAGS =
            List.of("-std=c++17", "-O2", "-g1", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-Wall");

    /** Kernels are checked for what devices refuse, and may look at memory as other types. */
    private static final List<String> KERNEL_FLAGS = List.of(
            "-DTR_EMULATOR",
            "-Wno-unknown-pragmas",
            "-fno-strict-aliasing",
            "-fsanitize=alignment,bounds",
            "-fno-sanitize-recover=all");

    /** System property: a library that was built elsewhere, for machines without the sources. */
    private static final String BUILT = "tokenrouter.gpu.emulator";

    private static final Pattern INCLUDE = Pattern.compile("#include \"([^\"]+)\"");

    private final Path module;
    private final Path target;
    private final List<String> processor;

    private EmulatorLibrary(Path module) {
        this.module = module;
        this.target = module.resolve("target/emulator");
        this.processor = processorFlags();
    }

    /** Empty where the emulator can be built, otherwise one line that says why it cannot. */
    static String obstacle() {
        if (System.getProperty(BUILT) != null) {
            return "";
        }
        if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
            return "the CUDA emulator of the tests needs Linux";
        }
        try {
            Process version = new ProcessBuilder("g++", "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return version.waitFor() == 0
                    ? ""
                    : "g++ does not start, so the CUDA emulator of the tests cannot be built";
        } catch (IOException e) {
            return "g++ is missing, so the CUDA emulator of the tests cannot be built";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The library, built if needed. */
    static Path build() {
        String built = System.getProperty(BUILT);
        if (built != null) {
            return Path.of(built).toAbsolutePath();
        }
        try {
            EmulatorLibrary library = new EmulatorLibrary(moduleFolder());
            Files.createDirectories(library.target);
            try (FileChannel channel = FileChannel.open(
                            library.target.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                return library.link();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Prints where the library is, built if needed; ends with 1 and the reason where it cannot be. */
    public static void main(String... arguments) {
        String obstacle = obstacle();
        if (!obstacle.isEmpty()) {
            System.err.println(obstacle);
            System.exit(1);
        }
        System.out.println(build());
    }

    /** Tests run in the module's folder or that of another module. */
    private static Path moduleFolder() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            for (Path candidate : List.of(folder, folder.resolve("gpu"))) {
                if (Files.isDirectory(candidate.resolve("src/test/emulator"))) {
                    return candidate;
                }
            }
        }
        throw new IllegalStateException("no sources of the emulator are above the working folder");
    }

    private Path link() throws IOException {
        List<Path> sources = new ArrayList<>();
        sources.addAll(files("src/test/emulator", ".cpp"));
        sources.addAll(files("src/main/cuda", ".cu"));
        sources.addAll(files("src/test/cuda", ".cu"));
        List<Path> objects = new ArrayList<>();
        List<Callable<String>> compilations = new ArrayList<>();
        for (Path source : sources) {
            List<String> command = compilation(source);
            Map<String, String> texts = new TreeMap<>();
            addTo(texts, source);
            Path object = target.resolve(unit(source) + "-" + hash(command + texts.toString()) + ".o");
            objects.add(object);
            if (!Files.exists(object)) {
                compilations.add(() -> compile(command, object));
            }
        }
        runAll(compilations);
        Path library = target.resolve("libcuda-emulator-" + hash(objects.toString()) + ".so");
        if (!Files.exists(library)) {
            List<String> command =
                    new ArrayList<>(List.of("g++", "-shared", "-Wl,-soname,libcuda.so.1", "-Wl,-z,defs"));
            objects.forEach(object -> command.add(object.toString()));
            command.add("-lpthread");
            compile(command, library);
            deleteOld(objects);
        }
        return library;
    }

    private List<String> compilation(Path source) {
        List<String> command = new ArrayList<>(List.of("g++", "-x", "c++"));
        command.addAll(FLAGS);
        command.addAll(processor);
        if (source.toString().endsWith(".cu")) {
            command.addAll(KERNEL_FLAGS);
        }
        command.add("-DEMULATOR_UNIT=" + unit(source));
        command.add("-I" + module.resolve("src/test/emulator"));
        command.add("-I" + module.resolve("src/main/cuda"));
        command.add("-c");
        command.add(source.toString());
        return command;
    }

    /** Runs a command that writes a file, so that the file is there only when it is whole. What the compiler says is thrown. */
    private static String compile(List<String> command, Path output) throws IOException {
        Path partial = Files.createTempFile(output.getParent(), "partial", ".o");
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of("-o", partial.toString()));
        Path log = Files.createTempFile(output.getParent(), "log", ".txt");
        Process process = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = await(process);
        String said = Files.readString(log);
        Files.delete(log);
        if (!ended || process.exitValue() != 0) {
            process.destroyForcibly();
            Files.deleteIfExists(partial);
            throw new IllegalStateException("the emulator cannot be built:\n" + said);
        }
        Files.move(partial, output, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return said;
    }

    /** Libraries stay: another virtual machine may run one. */
    private void deleteOld(List<Path> objects) throws IOException {
        for (Path object : files("target/emulator", ".o")) {
            if (!objects.contains(object)) {
                Files.deleteIfExists(object);
            }
        }
    }

    private static boolean await(Process process) {
        try {
            return process.waitFor(10, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void runAll(List<Callable<String>> compilations) {
        try (ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (Future<String> each : workers.invokeAll(compilations)) {
                each.get();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        }
    }

    /** The sources call for fused multiply-adds, which are slow where the processor is not told to have them. */
    private static List<String> processorFlags() {
        try {
            String processor = Files.readString(Path.of("/proc/cpuinfo"));
            return processor.contains(" fma ") && processor.contains(" avx2 ") ? List.of("-mavx2", "-mfma") : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** A source with all that it includes, each file once. */
    private void addTo(Map<String, String> texts, Path source) throws IOException {
        String text = Files.readString(source);
        texts.put(source.getFileName().toString(), text);
        Matcher include = INCLUDE.matcher(text);
        while (include.find()) {
            for (String folder : List.of("src/test/emulator", "src/main/cuda")) {
                Path header = module.resolve(folder).resolve(include.group(1));
                if (!texts.containsKey(include.group(1)) && Files.exists(header)) {
                    addTo(texts, header);
                }
            }
        }
    }

    private List<Path> files(String folder, String end) throws IOException {
        try (Stream<Path> all = Files.list(module.resolve(folder))) {
            return all.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }

    private static String unit(Path source) {
        String name = source.getFileName().toString();
        return name.substring(0, name.lastIndexOf('.')).replace('-', '_');
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
