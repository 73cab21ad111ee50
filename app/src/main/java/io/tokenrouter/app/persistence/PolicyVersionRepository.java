package io.tokenrouter.app.persistence;

import java.util.List;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.ListCrudRepository;

interface PolicyVersionRepository extends ListCrudRepository<PolicyVersionRow, PolicyVersionRow.Key> {

    // in SQL, because the parser of the other language takes longer than all else that a start asks of the database
    @Query(nativeQuery = true, value = """
            SELECT DISTINCT ON (policy_name) * FROM policy_versions ORDER BY policy_name, version DESC
            """)
    List<PolicyVersionRow> findNewest();
}
