package io.tokenrouter.app.persistence;

import org.springframework.data.repository.ListCrudRepository;

interface ThroughputRepository extends ListCrudRepository<ThroughputRow, ThroughputRow.Key> {}
