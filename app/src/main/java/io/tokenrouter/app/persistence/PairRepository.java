package io.tokenrouter.app.persistence;

import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;

interface PairRepository extends JpaRepository<PairRow, String> {

    /** Locks them, in an order that lets no two callers wait for each other. */
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    List<PairRow> findByIdInOrderById(Collection<String> ids);
}
