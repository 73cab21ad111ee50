package io.tokenrouter.demo.training;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The C++ trainer, compiled for the machine at hand. */
final class Trainer {

    private static final List<String> SOURCES = List.of(
            "trainer.cpp",
            "data.hpp",
            "matrix.hpp",
            "matrix_amx.hpp",
            "matrix_portable.hpp",
            "model.hpp",
            "worker.hpp");

    private final Path program;

    private Trainer(Path program) {
        this.program = program;
    }

    /**
     * Compiles it with {@code $CXX}, or {@code c++}.
     *
     * @param folder for the sources and the program
     * @param portable without the bfloat16 units of the processor, even where it has them
     */
    static Trainer compile(Path folder, boolean portable) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        for (String source : SOURCES) {
            try (InputStream in = Trainer.class.getResourceAsStream(source)) {
                if (in == null) {
                    throw new IllegalStateException("the trainer's source " + source + " is missing");
                }
                Files.copy(in, folder.resolve(source), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Path program = folder.resolve("trainer");
        List<String> command = new ArrayList<>(List.of(
                System.getenv().getOrDefault("CXX", "c++"),
                "-std=c++20",
                "-O3",
                "-march=native",
                "-ffast-math",
                "-pthread",
                "-o",
                program.toString(),
                folder.resolve("trainer.cpp").toString()));
        if (portable) {
            command.add("-DPORTABLE");
        }
        run(command);
        return new Trainer(program);
    }

    /** Trains to the end; its progress goes to the console. */
    void train(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(arguments);
        run(command);
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException(command.getFirst() + " ended with status " + status);
        }
    }
}
