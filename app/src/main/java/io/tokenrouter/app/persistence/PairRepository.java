package io.tokenrouter.app.persistence;

import java.util.List;
import org.springframework.data.repository.ListCrudRepository;

interface PairRepository extends ListCrudRepository<PairRow, String> {

    List<PairRow> findAllByOrderByCreatedAtAscIdAsc();
}
