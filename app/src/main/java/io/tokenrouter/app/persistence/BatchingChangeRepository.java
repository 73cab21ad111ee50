package io.tokenrouter.app.persistence;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.data.repository.query.Param;

interface BatchingChangeRepository extends ListCrudRepository<BatchingChangeRow, UUID> {

    List<BatchingChangeRow> findByPairIdOrderByChangedAtDesc(String pairId, Limit limit);

    @Modifying
    @Query("delete from BatchingChangeRow change where change.changedAt < :limit")
    void deleteChangedBefore(@Param("limit") Instant limit);
}
