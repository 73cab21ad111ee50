package io.tokenrouter.app.keys;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** What the copy in memory asks of the database. Every call is one transaction and may block. */
@Component
class KeyReader {

    private final KeyTable table;

    KeyReader(KeyTable table) {
        this.table = table;
    }

    /** Keys with the state of access that belongs to them. */
    record Read(StoredAccess access, List<StoredKey> keys) {}

    /** Cheap: one row. */
    @Transactional(readOnly = true)
    long version() {
        return table.access().version();
    }

    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
    Read read() {
        return new Read(table.access(), table.all());
    }

    @Transactional
    void used(Map<UUID, Instant> lastUses) {
        table.used(lastUses);
    }
}
