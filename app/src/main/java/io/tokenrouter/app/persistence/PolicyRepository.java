package io.tokenrouter.app.persistence;

import java.util.Optional;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.ListCrudRepository;

interface PolicyRepository extends ListCrudRepository<PolicyRow, String> {

    /** Whoever adds a version to it waits here for the other to end. */
    @Query(nativeQuery = true, value = "SELECT * FROM policies WHERE name = :name FOR UPDATE")
    Optional<PolicyRow> lock(String name);
}
