package io.tokenrouter.app.persistence;

import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

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

    @ElementCollection
    @CollectionTable(name = "pair_roles", joinColumns = @JoinColumn(name = "pair_id"))
    @MapKeyColumn(name = "role")
    @Column(name = "model_id")
    private Map<String, String> roles = new HashMap<>();

    /** For Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected PairRow() {}

    PairRow(
            String id,
            String smallModelId,
            String largeModelId,
            Map<String, String> roles,
            String policyName,
            Origin origin,
            Instant now) {
        this.id = id;
        this.smallModelId = smallModelId;
        this.largeModelId = largeModelId;
        this.roles.putAll(roles);
        this.policyName = policyName;
        this.origin = origin;
        this.createdAt = now;
        this.updatedAt = now;
        this.wanted = true;
        this.version = 1;
    }

    /** The policy stays: it is the operator's. */
    void change(String newSmall, String newLarge, Map<String, String> newRoles, Origin newOrigin, Instant now) {
        boolean isSame = smallModelId.equals(newSmall)
                && largeModelId.equals(newLarge)
                && roles.equals(newRoles)
                && origin == newOrigin;
        if (!isSame) {
            smallModelId = newSmall;
            largeModelId = newLarge;
            roles.clear();
            roles.putAll(newRoles);
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
        return new RegisteredPair(
                id, smallModelId, largeModelId, policyName, origin, createdAt, wanted, version, roles);
    }
}
