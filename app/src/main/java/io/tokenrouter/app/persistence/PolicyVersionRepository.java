package io.tokenrouter.app.persistence;

import java.util.List;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.ListCrudRepository;

interface PolicyVersionRepository extends ListCrudRepository<PolicyVersionRow, PolicyVersionRow.Key> {

    @Query("""
            select p from PolicyVersionRow p
            where p.key.version = (select max(q.key.version) from PolicyVersionRow q where q.key.policyName = p.key.policyName)
            order by p.key.policyName
            """)
    List<PolicyVersionRow> findNewest();
}
