package io.tokenrouter.app.persistence;

import java.util.List;
import org.springframework.data.repository.ListCrudRepository;

interface ModelRepository extends ListCrudRepository<ModelRow, String> {

    List<ModelRow> findAllByOrderByCreatedAtAscIdAsc();
}
