package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.api.PolicySpec;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Map;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** A row of {@code policy_versions}; never changed once written. */
@Entity
@Table(name = "policy_versions")
class PolicyVersionRow {

    @Embeddable
    record Key(String policyName, int version) {}

    @EmbeddedId
    private Key key;

    private String algorithm;

    @JdbcTypeCode(SqlTypes.JSON)
    private Map<String, Object> options;

    private Instant createdAt;

    /** For Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected PolicyVersionRow() {}

    PolicyVersionRow(String policyName, int version, PolicySpec spec, Instant now) {
        this.key = new Key(policyName, version);
        this.algorithm = spec.algorithm();
        this.options = spec.options();
        this.createdAt = now;
    }

    RegisteredPolicy toRegistered() {
        return new RegisteredPolicy(key.policyName, key.version, new PolicySpec(algorithm, options));
    }
}
