package io.tokenrouter.demo.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that ship are those that the model card speaks of. */
class ModelCardTest {

    @ParameterizedTest
    @ValueSource(strings = {"small", "large"})
    void theCardGivesTheHashOfTheFile(String name) throws IOException, NoSuchAlgorithmException {
        byte[] file = Files.readAllBytes(ShippedFiles.model(name));
        String hash =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file));
        assertThat(Files.readString(ShippedFiles.file("README.md"))).contains("`" + hash + "` demo-" + name + ".gguf");
    }
}
