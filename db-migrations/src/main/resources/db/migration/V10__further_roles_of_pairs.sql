-- Some published algorithms need more than a small and a large model: proxy tuning a small one that was not tuned, reward-guided
-- decoding a model that scores.

CREATE TABLE pair_roles (
    pair_id     text    NOT NULL REFERENCES pairs (id) ON DELETE CASCADE,
    role        text    NOT NULL CHECK (role ~ '^[a-z0-9-]{1,32}$' AND role NOT IN ('small', 'large')),
    model_id    text    NOT NULL REFERENCES models (id),
    PRIMARY KEY (pair_id, role),
    UNIQUE (pair_id, model_id)
);
CREATE INDEX pair_roles_model ON pair_roles (model_id);
COMMENT ON TABLE pair_roles IS 'Models of a pair beside the small and the large one';
COMMENT ON COLUMN pair_roles.role IS 'As algorithms name it';
