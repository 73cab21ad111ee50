package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Somebody's classes, compiled against the classes of this test run. */
final class RouterSource {

    static final String SERVICE = "META-INF/services/io.tokenrouter.engine.routing.AlgorithmFactory";

    private static final Pattern TYPE = Pattern.compile("public final class (\\w+)");

    private RouterSource() {}

    /**
     * @param folder gets the class files
     * @param sources each with one public class of the package {@code com.example.routers}
     */
    static void compile(Path folder, String... sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<JavaFileObject> files =
                Arrays.stream(sources).map(RouterSource::file).toList();
        List<String> options = List.of(
                "-d",
                folder.toString(),
                "--release",
                "25",
                "-proc:none",
                "-Xlint:all,-path,-processing,-classfile",
                "-Werror",
                "-cp",
                System.getProperty("java.class.path"));
        assertThat(compiler.getTask(messages, null, null, options, null, files).call())
                .as(messages.toString())
                .isTrue();
    }

    /** A jar of what lies in a folder, with the names of factories. */
    static void jar(Path jar, Path classes, String... factories) throws IOException {
        Files.createDirectories(jar.getParent());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            out.putNextEntry(new JarEntry(SERVICE));
            out.write(String.join("\n", factories).getBytes(StandardCharsets.UTF_8));
            files.filter(Files::isRegularFile).forEach(file -> add(out, classes, file));
        }
    }

    private static void add(JarOutputStream out, Path classes, Path file) {
        try {
            out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
            Files.copy(file, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JavaFileObject file(String source) {
        Matcher type = TYPE.matcher(source);
        assertThat(type.find()).as(source).isTrue();
        URI name = URI.create("memory:///com/example/routers/" + type.group(1) + ".java");
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }
}
