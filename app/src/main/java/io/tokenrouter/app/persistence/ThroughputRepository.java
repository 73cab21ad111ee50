package io.tokenrouter.app.persistence;

import java.time.Instant;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.data.repository.query.Param;

interface ThroughputRepository extends ListCrudRepository<ThroughputRow, ThroughputRow.Key> {

    @Modifying
    @Query("delete from ThroughputRow sample where sample.key.sampledAt < :limit")
    void deleteSampledBefore(@Param("limit") Instant limit);
}
