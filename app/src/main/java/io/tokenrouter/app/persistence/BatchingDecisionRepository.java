package io.tokenrouter.app.persistence;

import java.util.List;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.ListCrudRepository;

interface BatchingDecisionRepository extends ListCrudRepository<BatchingDecisionRow, Long> {

    @Query(nativeQuery = true, value = """
            SELECT * FROM (
                SELECT DISTINCT ON (pair_id) * FROM batching_settings ORDER BY pair_id, version DESC) newest
            ORDER BY version
            """)
    List<BatchingDecisionRow> findNewest();
}
