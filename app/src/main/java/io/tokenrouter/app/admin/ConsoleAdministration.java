package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.accounts.AuditEntry;
import io.tokenrouter.app.accounts.AuditQuery;
import io.tokenrouter.app.accounts.AuditReader;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.ui.ConsoleAudit;
import io.tokenrouter.ui.ConsolePeople;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What the console's pages of people and of the audit log are made of: the same as the admin API's answers. */
@Component
class ConsoleAdministration implements ConsolePeople, ConsoleAudit {

    private final Accounts accounts;
    private final AuditReader audit;

    ConsoleAdministration(Accounts accounts, AuditReader audit) {
        this.accounts = accounts;
        this.audit = audit;
    }

    @Override
    public Mono<List<Person>> all() {
        return read(() -> accounts.all().stream()
                .map(account -> new Person(
                        account.name(),
                        account.role().word(),
                        account.disabled(),
                        account.mustChangePassword(),
                        account.version(),
                        account.lastSignInAt()))
                .toList());
    }

    @Override
    public List<String> topics() {
        return AuditTrail.TOPICS;
    }

    @Override
    public Mono<Found> find(Filter filter) {
        AuditQuery query;
        try {
            query = new AuditParameters(
                            filter.text(),
                            filter.actor(),
                            filter.topic(),
                            filter.from(),
                            filter.to(),
                            filter.before(),
                            null)
                    .query();
        } catch (Problem noFilter) {
            return read(() -> new Found(String.valueOf(noFilter.getMessage()), List.of(), audit.actors(), 0, null));
        }
        return read(() -> {
            List<AuditEntry> entries = audit.entries(query);
            @Nullable
            Long next = entries.size() < query.most()
                    ? null
                    : (Long) entries.getLast().id();
            return new Found(
                    null,
                    entries.stream().map(ConsoleAdministration::entry).toList(),
                    audit.actors(),
                    audit.count(query),
                    next);
        });
    }

    @Override
    public Mono<List<Entry>> recentChanges(int most) {
        return read(() ->
                audit.changes(most).stream().map(ConsoleAdministration::entry).toList());
    }

    private static Entry entry(AuditEntry kept) {
        return new Entry(
                kept.id(),
                kept.recordedAt(),
                kept.actor(),
                kept.origin(),
                kept.action(),
                kept.subject(),
                kept.before(),
                kept.after(),
                kept.reason());
    }

    private static <T> Mono<T> read(Callable<T> work) {
        return Mono.fromCallable(work)
                .subscribeOn(Schedulers.boundedElastic())
                .onErrorMap(
                        e -> e instanceof DataAccessException || e instanceof TransactionException,
                        noAnswer -> new ResponseStatusException(
                                HttpStatus.SERVICE_UNAVAILABLE,
                                "The database does not answer. Generation goes on; try again when it does.",
                                noAnswer));
    }
}
