-- When a step waits is decided for the models of a pair together, so settings belong to a pair. The table of V1 kept them by
-- model; no version of the server ever wrote to it.

DROP TABLE batching_settings;

CREATE TABLE batching_settings (
    version         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    pair_id         text        NOT NULL REFERENCES pairs (id) ON DELETE CASCADE,
    mode            text        NOT NULL CHECK (mode IN ('self-tuned', 'pinned')),
    policy          text        CHECK (policy <> ''),
    options         jsonb       NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(options) = 'object'),
    created_at      timestamptz NOT NULL DEFAULT now(),
    CHECK ((policy IS NOT NULL) = (mode = 'pinned'))
);
CREATE INDEX batching_settings_pair ON batching_settings (pair_id, version);
COMMENT ON TABLE batching_settings IS 'What operators decided about batching; rows are added, never changed. The newest of a pair counts, a pair without one tunes itself';
COMMENT ON COLUMN batching_settings.version IS 'Rises with every change of any pair';
COMMENT ON COLUMN batching_settings.policy IS 'Name of the pinned rule; null where the pair tunes itself';
COMMENT ON COLUMN batching_settings.options IS 'Options of the rule by name';

CREATE TABLE batching_changes (
    id              uuid        PRIMARY KEY,
    pair_id         text        NOT NULL,
    changed_at      timestamptz NOT NULL,
    author          text        NOT NULL CHECK (author IN ('tuner', 'operator')),
    before          text        NOT NULL,
    after           text        NOT NULL,
    reason          text        NOT NULL,
    predicted_gain  double precision
);
CREATE INDEX batching_changes_pair ON batching_changes (pair_id, changed_at);
CREATE INDEX batching_changes_changed ON batching_changes (changed_at);
COMMENT ON TABLE batching_changes IS 'Every change of the settings in force. Pairs are copied, so a record outlives its pair';
COMMENT ON COLUMN batching_changes.before IS 'Settings before, for people';
COMMENT ON COLUMN batching_changes.predicted_gain IS 'Of throughput, as a fraction of what the settings before would give; null where it was not predicted';
