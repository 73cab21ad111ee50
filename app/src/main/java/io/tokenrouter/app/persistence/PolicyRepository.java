package io.tokenrouter.app.persistence;

import org.springframework.data.repository.ListCrudRepository;

interface PolicyRepository extends ListCrudRepository<PolicyRow, String> {}
