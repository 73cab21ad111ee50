package io.tokenrouter.app.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.app.StartupException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {

    @TempDir
    Path root;

    @Test
    void anEmptyPasswordFileOfAStartThatWasCutOffIsMadeAnew() throws Exception {
        Files.createFile(root.resolve("password"));
        Files.writeString(root.resolve("password.unfinished"), "0123");
        try (DataFolder folder = DataFolder.open(root)) {
            String password = folder.password();

            assertThat(password).matches("[0-9a-f]{48}");
            assertThat(folder.password()).isEqualTo(password);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.passwordFile())))
                    .isEqualTo("rw-------");
            assertThat(root.resolve("password.unfinished")).doesNotExist();
        }
    }

    @Test
    void anEmptyPasswordFileOfAClusterIsAMissingOne() throws Exception {
        Files.createFile(root.resolve("password"));
        Files.createFile(Files.createDirectories(root.resolve("cluster")).resolve("PG_VERSION"));
        try (DataFolder folder = DataFolder.open(root)) {
            assertThatThrownBy(folder::password)
                    .isInstanceOf(StartupException.class)
                    .hasMessageContaining("is missing");
        }
    }
}
