package io.tokenrouter.app.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.fixtures.EmptyCatalog;
import io.tokenrouter.app.persistence.DatabaseState;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.transaction.CannotCreateTransactionException;

/** What was changed is told, whatever becomes of the look at the keys after it. */
class KeyServiceTest {

    private static final OptionalLong ANY = OptionalLong.empty();

    private final ManualClock clock = new ManualClock();
    private final KeysInMemory database = new KeysInMemory();
    private final KeyDirectory directory = new KeyDirectory(database, new DatabaseState(), clock, clock);
    private final Changes changes = new Changes();
    private final KeyService service = new KeyService(changes, directory, new OnlyHere(), new EmptyCatalog());

    static Stream<RuntimeException> noOutages() {
        SQLException tooSlow = new SQLException("canceling statement due to statement timeout", "57014");
        return Stream.of(
                new QueryTimeoutException("too slow", tooSlow),
                new CannotCreateTransactionException("too slow", tooSlow));
    }

    @ParameterizedTest
    @MethodSource("noOutages")
    void aKeyThatWasMadeIsTold(RuntimeException fault) {
        database.fault = fault;
        MadeKey made = service.create(Actor.COMMAND_LINE, KeysInMemory.settings("one"), null);
        assertThat(changes.made).containsExactly(new StoredKey(made.secret().hash(), made.key()));
    }

    @ParameterizedTest
    @MethodSource("noOutages")
    void whatElseWasChangedIsTold(RuntimeException fault) {
        ApiKey key = service.create(Actor.COMMAND_LINE, KeysInMemory.settings("one"), null)
                .key();
        database.fault = fault;
        assertThat(service.change(Actor.COMMAND_LINE, key.id(), ANY, key.settings(), null))
                .isEqualTo(key);
        assertThat(service.revoke(Actor.COMMAND_LINE, key.id(), ANY, null)).isEqualTo(key);
        assertThat(service.require(Actor.COMMAND_LINE, ANY, true, null).required())
                .isTrue();
    }

    /** All that is asked for is done, as far as anybody can tell. */
    private static final class Changes extends KeyStore {

        private final List<StoredKey> made = new ArrayList<>();

        @SuppressWarnings("NullAway") // a table and a trail that are never asked
        Changes() {
            super(null, null);
        }

        @Override
        void create(Actor actor, StoredKey key, @Nullable String reason) {
            made.add(key);
        }

        @Override
        ApiKey change(Actor actor, UUID id, OptionalLong expected, KeySettings settings, @Nullable String reason) {
            return made.getFirst().key();
        }

        @Override
        ApiKey revoke(Actor actor, UUID id, OptionalLong expected, Instant now, @Nullable String reason) {
            return made.getFirst().key();
        }

        @Override
        void require(Actor actor, OptionalLong expected, boolean required, @Nullable String reason) {}
    }

    private static final class OnlyHere extends Exposure {

        @SuppressWarnings("NullAway") // it is asked for nothing but this
        OnlyHere() {
            super(null, null, null);
        }

        @Override
        boolean isExposed() {
            return false;
        }
    }
}
