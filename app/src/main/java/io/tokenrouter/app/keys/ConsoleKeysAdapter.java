package io.tokenrouter.app.keys;

import io.tokenrouter.app.persistence.Usage;
import io.tokenrouter.app.persistence.UsageStore;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.ui.ConsoleKeys;
import io.tokenrouter.ui.KeyView;
import io.tokenrouter.ui.KeysView;
import io.tokenrouter.ui.UsageView;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Keys and their use, as the console shows them. */
@Component
class ConsoleKeysAdapter implements ConsoleKeys {

    private static final int DAYS = 7;
    private static final int MOST_ROWS = 10_000;

    private final KeyService keys;
    private final UsageStore usage;
    private final ServingCatalog catalog;
    private final InstantSource clock = InstantSource.system();

    ConsoleKeysAdapter(KeyService keys, UsageStore usage, ServingCatalog catalog) {
        this.keys = keys;
        this.usage = usage;
        this.catalog = catalog;
    }

    @Override
    public KeysView now() {
        Instant now = clock.instant();
        KeyService.Access access = keys.access();
        Optional<List<UsageView>> used = usage(now);
        return new KeysView(
                access.required(),
                !access.mustBeRequired(),
                access.version(),
                keys.all().stream().map(ConsoleKeysAdapter::view).toList(),
                used.isPresent(),
                used.orElse(List.of()),
                now);
    }

    /** Empty while the database does not answer. */
    private Optional<List<UsageView>> usage(Instant now) {
        LocalDate today = now.atZone(ZoneOffset.UTC).toLocalDate();
        Set<String> large = catalog.all().stream()
                .filter(ServedPair.class::isInstance)
                .map(served -> ((ServedPair) served).largeId())
                .collect(Collectors.toSet());
        try {
            return Optional.of(usage.between(today.minusDays(DAYS - 1), today, MOST_ROWS).reversed().stream()
                    .map(row -> view(row, large))
                    .toList());
        } catch (DataAccessException | TransactionException e) {
            return Optional.empty();
        }
    }

    private static UsageView view(Usage row, Set<String> large) {
        long byLarge = row.completionTokens().entrySet().stream()
                .filter(written -> large.contains(written.getKey()))
                .mapToLong(written -> written.getValue())
                .sum();
        return new UsageView(
                row.day(),
                row.caller(),
                row.target(),
                row.requests(),
                row.promptTokens(),
                row.totalCompletionTokens(),
                byLarge);
    }

    private static KeyView view(ApiKey key) {
        KeySettings settings = key.settings();
        return new KeyView(
                key.id().toString(),
                key.hint(),
                settings.name(),
                settings.owner(),
                settings.notes(),
                settings.models(),
                settings.mayRoute(),
                settings.requestsPerMinute(),
                settings.tokensPerMinute(),
                settings.expiresAt(),
                key.createdBy(),
                key.revokedAt(),
                key.lastUsedAt(),
                key.version());
    }
}
