-- A start does as operators left it: what they unloaded stays unloaded. Policies tell who changed them and why, and how often the
-- small model was how unsure lets a threshold be chosen by its effect.

ALTER TABLE models
    ADD COLUMN wanted   boolean NOT NULL DEFAULT true,
    ADD COLUMN kv_bytes bigint  CHECK (kv_bytes > 0),
    ADD COLUMN version  bigint  NOT NULL DEFAULT 1 CHECK (version >= 1);
COMMENT ON COLUMN models.wanted IS 'Whether a start loads it';
COMMENT ON COLUMN models.kv_bytes IS 'Memory for its KV cache; null for a share of what there is for all models';
COMMENT ON COLUMN models.version IS 'Rises with every change of what is registered';

ALTER TABLE pairs
    ADD COLUMN wanted   boolean NOT NULL DEFAULT true,
    ADD COLUMN version  bigint  NOT NULL DEFAULT 1 CHECK (version >= 1);
COMMENT ON COLUMN pairs.wanted IS 'Whether a start serves it';
COMMENT ON COLUMN pairs.version IS 'Rises with every change of what is registered';

ALTER TABLE policy_versions
    ADD COLUMN author   text    CHECK (author <> ''),
    ADD COLUMN reason   text    CHECK (reason <> ''),
    ADD COLUMN restores integer CHECK (restores >= 1 AND restores < version);
COMMENT ON COLUMN policy_versions.author IS 'Who saved it; null for versions of older servers';
COMMENT ON COLUMN policy_versions.restores IS 'The version whose content a roll-back brought back';

CREATE TABLE pair_entropies (
    pair_id     text        PRIMARY KEY REFERENCES pairs (id) ON DELETE CASCADE,
    bins        bigint[]    NOT NULL,
    updated_at  timestamptz NOT NULL
);
COMMENT ON TABLE pair_entropies IS 'How often the small model''s next-token distribution had which entropy, at positions where it was asked first';
COMMENT ON COLUMN pair_entropies.bins IS 'Counts; the bounds of the bins are the server''s. Older positions weigh less: all counts are halved now and then';
