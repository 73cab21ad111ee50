package io.tokenrouter.train;

import java.nio.file.Path;

/** The demo pair's files, which every checkout has. */
public final class DemoFiles {

    public static final Path HOME =
            Path.of(System.getProperty("tokenrouter.home", "..")).toAbsolutePath();
    public static final Path SMALL = HOME.resolve("models/demo/demo-small.gguf");
    public static final Path LARGE = HOME.resolve("models/demo/demo-large.gguf");

    private DemoFiles() {}
}
