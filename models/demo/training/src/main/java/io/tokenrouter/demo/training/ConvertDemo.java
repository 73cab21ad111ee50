package io.tokenrouter.demo.training;

import java.io.IOException;
import java.nio.file.Path;

/** Converts one Hugging Face folder of the demo pair into a GGUF file. Arguments: folder, file, name. */
public final class ConvertDemo {

    private ConvertDemo() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: FOLDER FILE.gguf NAME");
        }
        DemoGguf.write(
                HuggingFaceFolder.read(Path.of(arguments[0])),
                DemoTokenizer.train(),
                arguments[2],
                Path.of(arguments[1]));
    }
}
