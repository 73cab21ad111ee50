package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.app.StartupException;
import io.tokenrouter.engine.heads.HeadLibrary;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jars that cannot be used end the start with one line that names what is wrong. */
class RouterJarsTest {

    private static final String TEMPLATE = """
            package com.example.routers;

            import io.tokenrouter.engine.routing.*;
            import java.util.List;

            public final class Odd implements AlgorithmFactory {
                public Odd() { CONSTRUCTOR }
                @Override public String name() { return NAME; }
                @Override public String help() { return "odd"; }
                @Override public List<OptionSpec> options() {
                    return List.of(
                            OptionSpec.number("a", DEFAULT, 0, 1, "", "a number"),
                            OptionSpec.flag("OTHER", true, "a flag"));
                }
                @Override public String thresholdOption() { return THRESHOLD; }
                @Override public RoutingAlgorithm<?> create(Options options) { throw new UnsupportedOperationException(); }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void aFolderThatIsNotThereHasNoRouters() throws IOException {
        assertThat(names(folder.resolve("none"))).contains("uncertainty").doesNotContain("odd");
    }

    @Test
    void theAlgorithmsOfAllJarsStandBehindTheBuiltInOnes() throws IOException {
        build("", "\"odd\"", "0.5", "b", "\"a\"");
        Files.writeString(folder.resolve("routers/README.txt"), "no jar");

        assertThat(names(folder.resolve("routers"))).startsWith("uncertainty").endsWith("odd");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            throw new IllegalStateException("no licence"); | "odd"         | 0.5  | b | "a"   | java.lang.IllegalStateException: no licence
            throw new StackOverflowError();                | "odd"         | 0.5  | b | "a"   | StackOverflowError
            ``                                             | "Odd one"     | 0.5  | b | "a"   | com.example.routers.Odd: the name 'Odd one' must be
            ``                                             | null          | 0.5  | b | "a"   | com.example.routers.Odd: java.lang.NullPointerException: name() is null
            ``                                             | "uncertainty" | 0.5  | b | "a"   | two routing algorithms have the name uncertainty
            ``                                             | "odd"         | 1.5  | b | "a"   | the default of a must be a number from 0 to 1, not 1.5
            ``                                             | "odd"         | 0.5  | a | "a"   | it has two options a
            ``                                             | "odd"         | 0.5  | b | "b"   | thresholdOption() names 'b', which is no option of type NUMBER
            """)
    void aFactoryThatCannotBeUsedIsNamed(
            String constructor, String name, String value, String other, String threshold, String message)
            throws IOException {
        build(constructor, name, value, other, threshold);

        assertThatExceptionOfType(StartupException.class)
                .isThrownBy(() -> names(folder.resolve("routers")))
                .withMessageStartingWith("cannot use the routers in " + folder.resolve("routers"))
                .withMessageContaining("com.example.routers.Odd")
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @Test
    void aFileThatIsNoJarAndAClassThatIsMissingAreNamed() throws IOException {
        Path routers = Files.createDirectories(folder.resolve("routers"));
        Path broken = Files.writeString(routers.resolve("broken.jar"), "half a download");
        assertThatExceptionOfType(StartupException.class)
                .isThrownBy(() -> names(routers))
                .withMessageStartingWith("cannot read the router " + broken + ": ");

        Files.delete(broken);
        RouterSource.jar(
                routers.resolve("empty.jar"), Files.createDirectories(folder.resolve("classes")), "com.example.Gone");
        assertThatExceptionOfType(StartupException.class)
                .isThrownBy(() -> names(routers))
                .withMessageContaining("com.example.Gone not found");
    }

    private void build(String constructor, String name, String value, String other, String threshold)
            throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        RouterSource.compile(
                classes,
                TEMPLATE.replace("CONSTRUCTOR", constructor)
                        .replace("NAME", name)
                        .replace("DEFAULT", value)
                        .replace("OTHER", other)
                        .replace("THRESHOLD", threshold));
        RouterSource.jar(folder.resolve("routers/odd.jar"), classes, "com.example.routers.Odd");
    }

    private static List<String> names(Path routers) throws IOException {
        try (RouterJars jars = RouterJars.in(routers)) {
            return jars.algorithms(HeadLibrary.EMPTY).all().stream()
                    .map(AlgorithmFactory::name)
                    .toList();
        }
    }
}
