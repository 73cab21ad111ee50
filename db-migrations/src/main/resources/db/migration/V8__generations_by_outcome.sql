-- The few that failed or were cancelled are looked for among all.

CREATE INDEX generations_outcome_finished ON generations (outcome, finished_at);
