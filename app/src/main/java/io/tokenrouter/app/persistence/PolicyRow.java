package io.tokenrouter.app.persistence;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A row of {@code policies}. */
@Entity
@Table(name = "policies")
class PolicyRow {

    @Id
    private String name;

    private Instant createdAt;

    /** For Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected PolicyRow() {}

    PolicyRow(String name, Instant now) {
        this.name = name;
        this.createdAt = now;
    }
}
