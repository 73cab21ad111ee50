package io.tokenrouter.app.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.zaxxer.hikari.HikariDataSource;
import io.tokenrouter.engine.api.PolicySpec;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.QueryTimeoutException;

/** What a real Postgres keeps of the registry, and how long it is waited for. */
class PersistenceTest {

    @RegisterExtension
    static final RunningPersistence persistence = new RunningPersistence();

    @Test
    void theDatabaseIsTheTruthForModelsPairsAndPolicies() {
        RegistryStore store = persistence.bean(RegistryStore.class);
        PolicySpec spec = new PolicySpec("uncertainty", Map.of("metric", "entropy", "enter", 0.2, "window", 4));
        store.putModel("a", Path.of("/models/a.gguf"), Origin.DEMO, null);
        store.putModel("b", Path.of("/models/b.gguf"), Origin.DEMO, null);
        store.putPolicyIfAbsent("p", spec);
        store.putPair("ab", "a", "b", Map.of(), "p", Origin.DEMO);

        store.putModel("a", Path.of("/elsewhere/a.gguf"), Origin.COMMAND_LINE, null);
        store.putPolicyIfAbsent("p", PolicySpec.of("random"));

        assertThat(store.models())
                .extracting(RegisteredModel::id, RegisteredModel::file, RegisteredModel::origin)
                .containsExactly(
                        tuple("a", Path.of("/elsewhere/a.gguf"), Origin.COMMAND_LINE),
                        tuple("b", Path.of("/models/b.gguf"), Origin.DEMO));
        assertThat(store.pairs())
                .extracting(RegisteredPair::id, RegisteredPair::smallModelId, RegisteredPair::largeModelId)
                .containsExactly(tuple("ab", "a", "b"));
        assertThat(store.policies()).containsExactly(new RegisteredPolicy("p", 1, spec));
    }

    @Test
    void aPairKeepsItsFurtherModelsAndNoneOfThemCanGoBeforeIt() {
        RegistryStore store = persistence.bean(RegistryStore.class);
        for (String id : List.of("x", "y", "z")) {
            store.putModel(id, Path.of("/models/" + id + ".gguf"), Origin.CONSOLE, null);
        }
        store.putPolicyIfAbsent("three", PolicySpec.of("random"));
        RegisteredPair made = store.putPair("xy", "x", "y", Map.of("base", "z"), "three", Origin.CONSOLE);
        assertThat(made.version()).isEqualTo(1);
        RegisteredPair kept = store.pairs().stream()
                .filter(pair -> pair.id().equals("xy"))
                .findFirst()
                .orElseThrow();
        assertThat(kept.roles()).containsExactly(Map.entry("base", "z"));
        assertThat(kept.modelIds()).containsExactly("x", "y", "z");
        assertThatThrownBy(() -> store.deleteModel("z", OptionalLong.empty())).hasMessageContaining("pair_roles");

        assertThat(store.putPair("xy", "x", "y", Map.of(), "three", Origin.CONSOLE)
                        .version())
                .isEqualTo(2);
        store.deleteModel("z", OptionalLong.empty());
        store.deletePair("xy", OptionalLong.empty());
        store.deleteModel("x", OptionalLong.empty());
        store.deleteModel("y", OptionalLong.empty());
        persistence.sql().update("DELETE FROM policies WHERE name = 'three'");
    }

    @Test
    void aNewerVersionOfAPolicyIsTheOneThatCounts() {
        RegistryStore store = persistence.bean(RegistryStore.class);
        store.putPolicyIfAbsent("q", PolicySpec.of("random"));
        persistence.sql().update("INSERT INTO policy_versions VALUES ('q', 2, 'fixed', '{\"role\": \"large\"}')");

        assertThat(store.policies())
                .contains(new RegisteredPolicy("q", 2, new PolicySpec("fixed", Map.of("role", "large"))));
    }

    @Test
    void aPoolWhoseConnectionsAreAllInUseIsNoOutage() throws Exception {
        DataSource pool = persistence.bean("dataSource", DataSource.class);
        DatabaseState state = persistence.bean(DatabaseState.class);
        List<Connection> taken = new ArrayList<>();
        try {
            for (int i = 0; i < PersistenceConfiguration.CONNECTIONS; i++) {
                taken.add(pool.getConnection());
            }
            assertThatThrownBy(() -> state.ask(() -> persistence.sql().queryForObject("SELECT 1", Integer.class)))
                    .matches(DatabaseBusyException::isIn);
        } finally {
            for (Connection connection : taken) {
                connection.close();
            }
        }
        assertThat(state.isUp()).isTrue();
        assertThat(persistence.sql().queryForObject("SELECT 1", Integer.class)).isEqualTo(1);
    }

    /** Whoever waits for the pool must be told why it has no connection: a database that does not answer is no pool that is in use. */
    @Test
    void aConnectionIsGivenUpBeforeThePoolIs() throws Exception {
        HikariDataSource pool = persistence.bean("dataSource", DataSource.class).unwrap(HikariDataSource.class);
        for (String limit : List.of("connectTimeout", "loginTimeout")) {
            long seconds = Long.parseLong(pool.getDataSourceProperties().getProperty(limit));
            assertThat(TimeUnit.SECONDS.toMillis(seconds)).isPositive().isLessThan(pool.getConnectionTimeout());
        }
    }

    @Test
    void aStatementThatTakesTooLongIsGivenUpAndItsConnectionIsNot() {
        assertThat(persistence.sql().queryForObject("SHOW statement_timeout", String.class))
                .isEqualTo("8s");
        assertThatThrownBy(() -> persistence.sql().execute("SET LOCAL statement_timeout = '1ms'; SELECT pg_sleep(60)"))
                .isInstanceOf(QueryTimeoutException.class);
        assertThat(persistence.sql().queryForObject("SHOW statement_timeout", String.class))
                .isEqualTo("8s");
    }
}
