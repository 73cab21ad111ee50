package io.tokenrouter.app.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.app.serving.AccessException;
import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.app.serving.UnlimitedCaller;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.QueryTimeoutException;

/** Who is let in, on a manual clock, above a database that can be away. */
class KeyAccessTest {

    private final ManualClock clock = new ManualClock();
    private final KeysInMemory database = new KeysInMemory();
    private final DatabaseState state = new DatabaseState();
    private final KeyDirectory directory = new KeyDirectory(database, state, clock, clock);
    private final LastUses lastUses = new LastUses(directory, database, state);
    private final KeyUpdates updates = new KeyUpdates(directory);
    private final KeyAccess access = new KeyAccess(directory, updates);

    @BeforeEach
    void start() {
        updates.start();
    }

    @AfterEach
    void stop() {
        updates.stop();
    }

    @Test
    void aKeyIsToldByItsBearerHeader() {
        KeySecret secret = database.add(KeysInMemory.settings("one", "demo"));
        Caller caller = identify("Bearer " + secret.reveal());
        assertThat(caller.mayUse("demo")).isTrue();
        assertThat(caller.mayUse("demo-small"))
                .as("a pair allows the pair, not its models")
                .isFalse();
        assertThat(identify("bearer  " + secret.reveal()).account()).isEqualTo(caller.account());
    }

    @Test
    void aKeyWithoutModelsMayUseNone() {
        KeySecret secret = database.add(KeysInMemory.settings("none"));
        assertThat(identify("Bearer " + secret.reveal()).mayUse("demo")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Bearer tr-",
                "Basic dHItOg==",
                "Bearer unused",
                "Bearer tr-\u0000\u0007\r\n",
                "Bearer tr-ÄÖÜ",
                "tr-0000000000000000000000000000000000000000000000000000",
                "Bearer TR-0000000000000000000000000000000000000000000000000000"
            })
    void whatIsNoKeyIsRefusedWithoutAskingTheDatabase(String header) {
        directory.refresh();
        database.away = true;
        assertThat(refusal(header).kind()).isEqualTo(AccessException.Kind.NO_VALID_KEY);
        assertThat(refusal("Bearer " + "x".repeat(100_000)).kind()).isEqualTo(AccessException.Kind.NO_VALID_KEY);
    }

    @Test
    void twoHeadersCountAsNone() {
        KeySecret secret = database.add(KeysInMemory.settings("one", "demo"));
        String header = "Bearer " + secret.reveal();
        assertThat(refusal(header, header).kind()).isEqualTo(AccessException.Kind.NO_VALID_KEY);
    }

    @Test
    void aKeyEndsAtItsInstant() {
        Instant end = clock.instant().plus(Duration.ofMinutes(1));
        KeySecret secret = database.add(new KeySettings("short", "", "", List.of("demo"), true, null, null, end));
        String header = "Bearer " + secret.reveal();
        identify(header);
        clock.advance(Duration.ofMinutes(1).minusNanos(1));
        identify(header);
        clock.advance(Duration.ofNanos(1));
        assertThat(refusal(header)).hasMessage("This API key has expired.");
    }

    @Test
    void aRevokedKeyEndsWithTheNextLook() {
        KeySettings settings = KeysInMemory.settings("one", "demo");
        KeySecret secret = database.add(settings);
        String header = "Bearer " + secret.reveal();
        identify(header);
        database.replace(secret, settings, clock.instant());
        directory.refresh();
        assertThat(refusal(header)).hasMessage("This API key was revoked.");
    }

    @Test
    void knownKeysOutliveTheDatabaseAndUnknownOnesAreNotCalledWrong() {
        KeySecret known = database.add(KeysInMemory.settings("one", "demo"));
        identify("Bearer " + known.reveal());
        database.away = true;
        KeySecret madeElsewhere = KeySecret.random(new SecureRandom());

        identify("Bearer " + known.reveal());
        AccessException undecided = refusal("Bearer " + madeElsewhere.reveal());
        assertThat(undecided.kind()).isEqualTo(AccessException.Kind.UNDECIDED);
        assertThat(undecided.retryAfterSeconds()).isPositive();
        assertThat(undecided.getMessage()).doesNotContain(madeElsewhere.hint());

        database.away = false;
        assertThat(refusal("Bearer " + madeElsewhere.reveal()).kind()).isEqualTo(AccessException.Kind.NO_VALID_KEY);
    }

    @Test
    void aKeyThatAnotherServerMadeIsKnownAtItsFirstRequest() {
        directory.refresh();
        KeySecret later = database.add(KeysInMemory.settings("later", "demo"));
        assertThat(identify("Bearer " + later.reveal()).mayUse("demo")).isTrue();
    }

    @Test
    void whereNoneIsNeededAnybodyIsLetInAndAKeyThatCountsIsStillTold() {
        database.required = false;
        KeySecret secret = database.add(KeysInMemory.settings("one", "demo"));
        directory.refresh();
        assertThat(identify()).isEqualTo(UnlimitedCaller.ANONYMOUS);
        assertThat(identify("Bearer unused")).isEqualTo(UnlimitedCaller.ANONYMOUS);
        assertThat(identify("Bearer " + secret.reveal()).mayUse("other")).isFalse();
    }

    @Test
    void beforeAnythingIsKnownNobodyIsLetIn() {
        database.away = true;
        database.required = false;
        assertThat(refusal().kind()).isEqualTo(AccessException.Kind.NO_VALID_KEY);
    }

    @Test
    void aLimitSaysWhenToComeBackAndOutlivesChangesOfOtherSettings() {
        KeySettings settings = new KeySettings("one", "", "", List.of("demo"), true, 2, null, null);
        KeySecret secret = database.add(settings);
        String header = "Bearer " + secret.reveal();
        identify(header).requested();
        identify(header).requested();
        database.replace(secret, new KeySettings("two", "", "", List.of("demo"), true, 2, null, null), null);
        directory.refresh();

        Caller caller = identify(header);
        AccessException limited = catchThrowableOfType(AccessException.class, caller::requested);
        assertThat(limited.kind()).isEqualTo(AccessException.Kind.LIMITED);
        assertThat(limited.retryAfterSeconds()).isEqualTo(30);
        assertThat(limited).hasMessageContaining("2 requests a minute");

        database.replace(secret, new KeySettings("two", "", "", List.of("demo"), true, 3, null, null), null);
        directory.refresh();
        identify(header).requested();
    }

    @Test
    void whatWasUsedLastIsWrittenOnceAndAgainAfterAnOutage() {
        KeySecret secret = database.add(KeysInMemory.settings("one", "demo"));
        identify("Bearer " + secret.reveal()).requested();
        database.away = true;
        lastUses.work();
        database.away = false;
        database.fault = new QueryTimeoutException("scripted");
        lastUses.work();
        database.fault = null;
        lastUses.work();
        lastUses.work();
        assertThat(database.lastUses)
                .singleElement()
                .satisfies(uses -> assertThat(uses.values()).containsExactly(clock.instant()));
        clock.advance(Duration.ofSeconds(31));
        directory.refresh();
        assertThat(directory.known().all().iterator().next().key().lastUsedAt())
                .as("an older one from the database does not replace it")
                .isEqualTo(Instant.parse("2026-11-30T12:00:00Z"));
    }

    @Test
    void aSlowWriteOfLastUsesHoldsUpNoLookAtTheKeys() {
        KeySecret secret = database.add(KeysInMemory.settings("one", "demo"));
        identify("Bearer " + secret.reveal()).requested();
        database.whileWriting = () -> {
            KeySecret later = database.add(KeysInMemory.settings("later", "demo"));
            identify("Bearer " + later.reveal());
        };
        lastUses.work();
        assertThat(database.lastUses).hasSize(1);
    }

    @Test
    void keysAreReadAgainOnlyWhereTheyChangedOrTimeHasPassed() {
        directory.refresh();
        directory.refresh();
        assertThat(database.reads).isEqualTo(1);
        clock.advance(Duration.ofSeconds(30));
        directory.refresh();
        assertThat(database.reads).isEqualTo(2);
    }

    @Test
    void aSecretIsNeverPrinted() {
        KeySecret secret = KeySecret.random(new SecureRandom());
        assertThat(secret.toString()).isEqualTo(secret.reveal().substring(0, 7) + "…");
        assertThat(secret.hash().toString()).doesNotContain(secret.hint());
        assertThat(secret.reveal()).matches("tr-[0-9a-z]{52}");
        assertThatThrownBy(() -> new KeyHash(new byte[31])).isInstanceOf(IllegalArgumentException.class);
    }

    private Caller identify(String... authorization) {
        return access.identify(List.of(authorization)).block(Duration.ofSeconds(120));
    }

    private AccessException refusal(String... authorization) {
        return catchThrowableOfType(AccessException.class, () -> identify(authorization));
    }
}
