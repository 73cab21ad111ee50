package io.tokenrouter.app.persistence;

import org.springframework.data.jpa.repository.JpaRepository;

interface ModelRepository extends JpaRepository<ModelRow, String> {}
