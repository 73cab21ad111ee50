package io.tokenrouter.app.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What was recorded is found again, on a real Postgres. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuditReaderTest {

    private static final Actor ANN = new Actor("ann", "console, 10.0.0.1");
    private static final Actor BOB = new Actor("bob", "api, 10.0.0.2");

    private AccountsDatabase database;
    private AuditReader reader;

    @BeforeAll
    void record(@TempDir Path folder) {
        database = new AccountsDatabase(folder.resolve("postgres"));
        reader = new AuditReader(database.sql);
        database.audit.record(ANN, "policy.save", "digits", Map.of("enter", 0.45), Map.of("enter", 0.2), " share 4 % ");
        database.audit.record(BOB, "batching.pin", "demo", null, Map.of("rule", "greedy_rule"), "");
        database.audit.record(BOB, "batching.self-tune", "demo", Map.of("rule", "greedy"), null, null);
        database.audit.record(ANN, "session.begin", "ann", null, null, null);
    }

    @AfterAll
    void stop() {
        database.close();
    }

    @Test
    void anEntryIsAsItWasRecorded() {
        assertThat(found(query("digits", null, null))).singleElement().satisfies(entry -> {
            assertThat(entry.actor()).isEqualTo("ann");
            assertThat(entry.origin()).isEqualTo("console, 10.0.0.1");
            assertThat(entry.action()).isEqualTo("policy.save");
            assertThat(entry.before()).isEqualTo(Map.of("enter", 0.45));
            assertThat(entry.after()).isEqualTo(Map.of("enter", 0.2));
            assertThat(entry.reason()).isEqualTo("share 4 %");
            assertThat(entry.recordedAt()).isBetween(Instant.now().minus(Duration.ofMinutes(10)), Instant.now());
        });
    }

    @Test
    void theNewestComeFirstPageByPage() {
        List<String> actions = new ArrayList<>();
        Long before = null;
        for (int page = 0; page < 4; page++) {
            List<AuditEntry> entries = reader.entries(new AuditQuery(null, null, null, null, null, before, 1));
            actions.add(entries.getFirst().action());
            before = entries.getFirst().id();
        }

        assertThat(actions).containsExactly("session.begin", "batching.self-tune", "batching.pin", "policy.save");
        assertThat(reader.entries(new AuditQuery(null, null, null, null, null, before, 1)))
                .isEmpty();
        assertThat(reader.count(new AuditQuery(null, null, null, null, null, before, 1)))
                .as("of all pages")
                .isEqualTo(4);
    }

    @Test
    void entriesAreFoundByWhoWhatAndWhen() {
        assertThat(found(query(null, "bob", null))).hasSize(2);
        assertThat(found(query(null, null, "batching"))).hasSize(2);
        assertThat(found(query(null, "ann", "batching"))).isEmpty();
        assertThat(found(query("SHARE 4", null, null))).as("in a reason").hasSize(1);
        assertThat(found(query("greedy", null, null))).as("in a value").hasSize(2);
        assertThat(reader.actors()).containsExactly("ann", "bob");
        Instant soon = Instant.now().plusSeconds(600);
        assertThat(found(new AuditQuery(null, null, null, soon, null, null, 10)))
                .isEmpty();
        assertThat(found(new AuditQuery(null, null, null, null, soon, null, 10)))
                .hasSize(4);
    }

    @Test
    void signsThatMeanSomethingToTheDatabaseMeanThemselves() {
        assertThat(found(query("4 %", null, null))).hasSize(1);
        assertThat(found(query("greedy_rule", null, null))).hasSize(1);
        assertThat(found(query("greedyXrule", null, null))).isEmpty();
        assertThat(found(query("%", null, null))).hasSize(1);
        assertThat(found(query("\\", null, null))).isEmpty();
        assertThat(found(query("' OR 1=1 --", null, null))).isEmpty();
    }

    @Test
    void whatIsUndoneLeavesNoEntry() {
        assertThatThrownBy(() -> database.transaction.executeWithoutResult(status -> {
                    database.audit.record(ANN, "key.create", "undone", null, Map.of(), null);
                    throw new IllegalStateException("the change fails");
                }))
                .hasMessage("the change fails");

        assertThat(found(query("undone", null, null))).isEmpty();
    }

    private List<AuditEntry> found(AuditQuery query) {
        return reader.entries(query);
    }

    private static AuditQuery query(String text, String actor, String topic) {
        return new AuditQuery(text, actor, topic, null, null, null, 10);
    }
}
