package io.tokenrouter.app.persistence;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of {@code models}. */
@Entity
@Table(name = "models")
class ModelRow {

    @Id
    private String id;

    private String file;
    private Origin origin;
    private Instant createdAt;
    private Instant updatedAt;
    private boolean wanted;
    private @Nullable Long kvBytes;
    private long version;

    /** For Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected ModelRow() {}

    ModelRow(String id, Path file, Origin origin, @Nullable Long kvBytes, Instant now) {
        this.id = id;
        this.file = file.toString();
        this.origin = origin;
        this.createdAt = now;
        this.updatedAt = now;
        this.wanted = true;
        this.kvBytes = kvBytes;
        this.version = 1;
    }

    void change(Path newFile, Origin newOrigin, Instant now) {
        if (!file.equals(newFile.toString()) || origin != newOrigin) {
            file = newFile.toString();
            origin = newOrigin;
            updatedAt = now;
            version++;
        }
    }

    void want(boolean isWanted) {
        wanted = isWanted;
    }

    RegisteredModel toRegistered() {
        return new RegisteredModel(id, Path.of(file), origin, createdAt, wanted, kvBytes, version);
    }
}
