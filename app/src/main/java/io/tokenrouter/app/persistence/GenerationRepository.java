package io.tokenrouter.app.persistence;

import java.util.UUID;
import org.springframework.data.repository.ListCrudRepository;

interface GenerationRepository extends ListCrudRepository<GenerationRow, UUID> {}
