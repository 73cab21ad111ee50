package io.tokenrouter.app.persistence;

import java.util.List;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.ListCrudRepository;

interface PolicyVersionRepository extends ListCrudRepository<PolicyVersionRow, PolicyVersionRow.Key> {

    // asked at every start, where the parser of the other query language would take longer than the query
    @Query(nativeQuery = true, value = """
            SELECT DISTINCT ON (policy_name) * FROM policy_versions ORDER BY policy_name, version DESC
            """)
    List<PolicyVersionRow> findNewest();

    @Query(nativeQuery = true, value = """
            SELECT * FROM policy_versions WHERE policy_name = :name ORDER BY version DESC LIMIT :most
            """)
    List<PolicyVersionRow> findNewestOf(String name, int most);
}
