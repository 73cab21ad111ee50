package io.tokenrouter.app.persistence;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A row of {@code pairs}. */
@Entity
@Table(name = "pairs")
class PairRow {

    @Id
    private String id;

    private String smallModelId;
    private String largeModelId;
    private String policyName;
    private Origin origin;
    private Instant createdAt;
    private Instant updatedAt;
    private boolean wanted;
    private long version;

    /** For Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected PairRow() {}

    PairRow(String id, String smallModelId, String largeModelId, String policyName, Origin origin, Instant now) {
        this.id = id;
        this.smallModelId = smallModelId;
        this.largeModelId = largeModelId;
        this.policyName = policyName;
        this.origin = origin;
        this.createdAt = now;
        this.updatedAt = now;
        this.wanted = true;
        this.version = 1;
    }

    /** The policy stays: it is the operator's. */
    void change(String newSmall, String newLarge, Origin newOrigin, Instant now) {
        if (!smallModelId.equals(newSmall) || !largeModelId.equals(newLarge) || origin != newOrigin) {
            smallModelId = newSmall;
            largeModelId = newLarge;
            origin = newOrigin;
            updatedAt = now;
            version++;
        }
    }

    void follow(String newPolicy, Instant now) {
        policyName = newPolicy;
        updatedAt = now;
        version++;
    }

    void want(boolean isWanted) {
        wanted = isWanted;
    }

    RegisteredPair toRegistered() {
        return new RegisteredPair(id, smallModelId, largeModelId, policyName, origin, createdAt, wanted, version);
    }
}
