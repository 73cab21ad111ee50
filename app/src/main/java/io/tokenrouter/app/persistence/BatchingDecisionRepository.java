package io.tokenrouter.app.persistence;

import java.util.List;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.ListCrudRepository;

interface BatchingDecisionRepository extends ListCrudRepository<BatchingDecisionRow, Long> {

    @Query("""
            select d from BatchingDecisionRow d
            where d.version = (select max(e.version) from BatchingDecisionRow e where e.pairId = d.pairId)
            order by d.version
            """)
    List<BatchingDecisionRow> findNewest();
}
