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
import org.jspecify.annotations.Nullable;

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
    private @Nullable String author;
    private @Nullable String reason;
    private @Nullable Integer restores;

    /** For Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected PolicyVersionRow() {}

    PolicyVersionRow(PolicyVersion content) {
        this.key = new Key(content.name(), content.version());
        this.algorithm = content.spec().algorithm();
        this.options = content.spec().options();
        this.createdAt = content.savedAt();
        this.author = content.author();
        this.reason = content.reason();
        this.restores = content.restores();
    }

    PolicyVersion toVersion() {
        return new PolicyVersion(
                key.policyName, key.version, new PolicySpec(algorithm, options), createdAt, author, reason, restores);
    }

    RegisteredPolicy toRegistered() {
        return new RegisteredPolicy(key.policyName, key.version, new PolicySpec(algorithm, options));
    }
}
