-- Models, pairs and what decides inside them are kept here as operators left them; generations and throughput are records
-- for reports. No prompt and no answer is stored anywhere.

CREATE TABLE models (
    id              text        PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
    file            text        NOT NULL CHECK (file <> ''),
    origin          text        NOT NULL CHECK (origin IN ('demo', 'command-line', 'console')),
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE models IS 'Model files that the server loads';
COMMENT ON COLUMN models.id IS 'As API callers and operators name it';
COMMENT ON COLUMN models.file IS 'GGUF file, absolute path on the server';
COMMENT ON COLUMN models.origin IS 'Who registered it; the demo pair is looked up anew at every start';

CREATE TABLE policies (
    name            text        PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
    created_at      timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE policies IS 'Routing policies by name; what a policy says is in its newest version';

CREATE TABLE policy_versions (
    policy_name     text        NOT NULL REFERENCES policies (name) ON DELETE CASCADE,
    version         integer     NOT NULL CHECK (version >= 1),
    algorithm       text        NOT NULL CHECK (algorithm <> ''),
    options         jsonb       NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(options) = 'object'),
    created_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (policy_name, version)
);
COMMENT ON TABLE policy_versions IS 'Every content a policy ever had; rows are added, never changed';
COMMENT ON COLUMN policy_versions.algorithm IS 'Name of a routing algorithm of the engine';
COMMENT ON COLUMN policy_versions.options IS 'Options of the algorithm by name; an option left out has its default';

CREATE TABLE pairs (
    id              text        PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
    small_model_id  text        NOT NULL REFERENCES models (id),
    large_model_id  text        NOT NULL REFERENCES models (id),
    policy_name     text        NOT NULL REFERENCES policies (name),
    origin          text        NOT NULL CHECK (origin IN ('demo', 'command-line', 'console')),
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    CHECK (small_model_id <> large_model_id)
);
CREATE INDEX pairs_small_model ON pairs (small_model_id);
CREATE INDEX pairs_large_model ON pairs (large_model_id);
CREATE INDEX pairs_policy ON pairs (policy_name);
COMMENT ON TABLE pairs IS 'Two models that write one answer together';
COMMENT ON COLUMN pairs.policy_name IS 'Decides who writes, unless a request names another';

CREATE TABLE batching_settings (
    model_id        text        NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    version         integer     NOT NULL CHECK (version >= 1),
    policy          text        NOT NULL CHECK (policy <> ''),
    options         jsonb       NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(options) = 'object'),
    created_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (model_id, version)
);
COMMENT ON TABLE batching_settings IS 'How a model forms its batches; the newest version counts, a model without one has the defaults';

CREATE TABLE generations (
    id                  uuid        PRIMARY KEY,
    request_id          text        NOT NULL,
    target              text        NOT NULL,
    policy_name         text,
    policy_version      integer     CHECK (policy_version >= 0),
    prompt_tokens       integer     NOT NULL CHECK (prompt_tokens >= 0),
    cached_tokens       integer     NOT NULL CHECK (cached_tokens BETWEEN 0 AND prompt_tokens),
    completion_tokens   jsonb       NOT NULL CHECK (jsonb_typeof(completion_tokens) = 'object'),
    catch_up_tokens     jsonb       NOT NULL CHECK (jsonb_typeof(catch_up_tokens) = 'object'),
    discarded_tokens    integer     NOT NULL CHECK (discarded_tokens >= 0),
    switches            integer     NOT NULL CHECK (switches >= 0),
    outcome             text        NOT NULL CHECK (outcome IN ('stop', 'length', 'cancelled', 'failed')),
    error_kind          text        CHECK ((error_kind IS NOT NULL) = (outcome = 'failed')),
    started_at          timestamptz NOT NULL,
    finished_at         timestamptz NOT NULL CHECK (finished_at >= started_at),
    queued_seconds      double precision NOT NULL CHECK (queued_seconds >= 0),
    first_token_seconds double precision CHECK (first_token_seconds >= 0),
    total_seconds       double precision NOT NULL CHECK (total_seconds >= 0)
);
CREATE INDEX generations_finished ON generations (finished_at);
CREATE INDEX generations_target_finished ON generations (target, finished_at);
COMMENT ON TABLE generations IS 'One row for each generation that ended; holds no text. Targets are copied, so a record outlives its pair';
COMMENT ON COLUMN generations.request_id IS 'The id that the caller got in its answer';
COMMENT ON COLUMN generations.target IS 'Pair or model that was asked for';
COMMENT ON COLUMN generations.policy_name IS 'Null where a single model answered';
COMMENT ON COLUMN generations.policy_version IS '0 where the request named a built-in algorithm itself';
COMMENT ON COLUMN generations.completion_tokens IS 'Tokens written, by model id';
COMMENT ON COLUMN generations.catch_up_tokens IS 'Tokens a model only read because another had written them, by model id';
COMMENT ON COLUMN generations.discarded_tokens IS 'Proposals that were computed and not taken';
COMMENT ON COLUMN generations.first_token_seconds IS 'From submission; null if there was no token';

CREATE TABLE throughput_samples (
    model_id        text        NOT NULL,
    sampled_at      timestamptz NOT NULL,
    seconds         double precision NOT NULL CHECK (seconds > 0),
    written_tokens  bigint      NOT NULL CHECK (written_tokens >= 0),
    extended_tokens bigint      NOT NULL CHECK (extended_tokens >= 0),
    catch_up_tokens bigint      NOT NULL CHECK (catch_up_tokens >= 0),
    steps           bigint      NOT NULL CHECK (steps >= 0),
    rows_in_steps   bigint      NOT NULL CHECK (rows_in_steps >= 0),
    busy_seconds    double precision NOT NULL CHECK (busy_seconds >= 0),
    waiting         integer     NOT NULL CHECK (waiting >= 0),
    running         integer     NOT NULL CHECK (running >= 0),
    used_blocks     integer     NOT NULL CHECK (used_blocks >= 0),
    total_blocks    integer     NOT NULL CHECK (total_blocks >= used_blocks),
    PRIMARY KEY (model_id, sampled_at)
);
CREATE INDEX throughput_samples_sampled ON throughput_samples (sampled_at);
COMMENT ON TABLE throughput_samples IS 'What each model did in the last interval, written every 10 seconds';
COMMENT ON COLUMN throughput_samples.seconds IS 'Length of the interval that ends at sampled_at';
COMMENT ON COLUMN throughput_samples.waiting IS 'Rows that waited for a step at sampled_at';
