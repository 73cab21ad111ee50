package io.tokenrouter.app.persistence;

import java.time.Instant;
import java.util.UUID;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.data.repository.query.Param;

interface GenerationRepository extends ListCrudRepository<GenerationRow, UUID> {

    @Modifying
    @Query("delete from GenerationRow generation where generation.finishedAt < :limit")
    void deleteFinishedBefore(@Param("limit") Instant limit);
}
