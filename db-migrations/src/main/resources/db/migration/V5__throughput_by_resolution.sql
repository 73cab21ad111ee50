-- Throughput is kept at three resolutions: samples of ten seconds, minutes, hours. Every figure is a sum or a maximum, so a
-- coarser row is made of finer ones, and counts by bucket give percentiles of any span. The table of V1 had samples of models
-- only; they are carried over, what they did not measure stays empty.

CREATE TABLE model_throughput (
    resolution          integer     NOT NULL CHECK (resolution IN (10, 60, 3600)),
    model_id            text        NOT NULL,
    starts_at           timestamptz NOT NULL,
    seconds             double precision NOT NULL CHECK (seconds > 0),
    written_tokens      bigint      NOT NULL CHECK (written_tokens >= 0),
    extended_tokens     bigint      NOT NULL CHECK (extended_tokens >= 0),
    prefill_tokens      bigint      NOT NULL CHECK (prefill_tokens >= 0),
    catch_up_tokens     bigint      NOT NULL CHECK (catch_up_tokens >= 0),
    discarded_tokens    bigint      NOT NULL CHECK (discarded_tokens >= 0),
    prefix_hit_tokens   bigint      NOT NULL CHECK (prefix_hit_tokens >= 0),
    steps               bigint      NOT NULL CHECK (steps >= 0),
    rows_in_steps       bigint      NOT NULL CHECK (rows_in_steps >= 0),
    busy_seconds        double precision NOT NULL CHECK (busy_seconds >= 0),
    held_seconds        double precision NOT NULL CHECK (held_seconds >= 0),
    steps_by_rows       bigint[]    NOT NULL,
    step_times          bigint[]    NOT NULL,
    held_times          bigint[]    NOT NULL,
    waiting_row_seconds double precision NOT NULL CHECK (waiting_row_seconds >= 0),
    most_waiting        integer     NOT NULL CHECK (most_waiting >= 0),
    used_block_seconds  double precision NOT NULL CHECK (used_block_seconds >= 0),
    most_used_blocks    integer     NOT NULL CHECK (most_used_blocks >= 0),
    total_blocks        integer     NOT NULL CHECK (total_blocks >= 0),
    PRIMARY KEY (resolution, model_id, starts_at)
);
CREATE INDEX model_throughput_starts ON model_throughput (resolution, starts_at);
COMMENT ON TABLE model_throughput IS 'What each model did in each span that was measured; a span without a row was not';
COMMENT ON COLUMN model_throughput.resolution IS 'Length of a span in seconds';
COMMENT ON COLUMN model_throughput.seconds IS 'How much of the span was measured';
COMMENT ON COLUMN model_throughput.steps_by_rows IS 'Steps by their rows: 1, 2, 3 and 4, 5 to 8, and so on';
COMMENT ON COLUMN model_throughput.step_times IS 'Steps by how long they took: below 0.1 ms, then eight buckets to an octave';
COMMENT ON COLUMN model_throughput.held_times IS 'Steps by how long they were held back before, in the same buckets';
COMMENT ON COLUMN model_throughput.waiting_row_seconds IS 'Rows that waited for a step, times how long';
COMMENT ON COLUMN model_throughput.used_block_seconds IS 'KV blocks that generations held, times how long';

CREATE TABLE target_throughput (
    resolution          integer     NOT NULL CHECK (resolution IN (10, 60, 3600)),
    target              text        NOT NULL,
    starts_at           timestamptz NOT NULL,
    seconds             double precision NOT NULL CHECK (seconds > 0),
    prompt_tokens       bigint      NOT NULL CHECK (prompt_tokens >= 0),
    ended               bigint      NOT NULL CHECK (ended >= 0),
    failed              bigint      NOT NULL CHECK (failed >= 0),
    cancelled           bigint      NOT NULL CHECK (cancelled >= 0),
    switches            bigint      NOT NULL CHECK (switches >= 0),
    running_seconds     double precision NOT NULL CHECK (running_seconds >= 0),
    most_running        integer     NOT NULL CHECK (most_running >= 0),
    waiting_seconds     double precision NOT NULL CHECK (waiting_seconds >= 0),
    most_waiting        integer     NOT NULL CHECK (most_waiting >= 0),
    tokens              jsonb       NOT NULL CHECK (jsonb_typeof(tokens) = 'object'),
    first_token_times   bigint[]    NOT NULL,
    between_token_times bigint[]    NOT NULL,
    PRIMARY KEY (resolution, target, starts_at)
);
CREATE INDEX target_throughput_starts ON target_throughput (resolution, starts_at);
COMMENT ON TABLE target_throughput IS 'What callers of each pair or model got in each span that was measured';
COMMENT ON COLUMN target_throughput.tokens IS 'Tokens of answers by the model that wrote them';
COMMENT ON COLUMN target_throughput.first_token_times IS 'From submission to the first token, in the buckets of step_times';

INSERT INTO model_throughput
SELECT 10, model_id, sampled_at - seconds * interval '1 second', seconds, written_tokens, extended_tokens, 0, catch_up_tokens,
    0, 0, steps, rows_in_steps, busy_seconds, 0, '{}', '{}', '{}', waiting * seconds, waiting, used_blocks * seconds,
    used_blocks, total_blocks
FROM throughput_samples;
DROP TABLE throughput_samples;

CREATE TABLE throughput_rolled_up (
    resolution          integer     PRIMARY KEY CHECK (resolution IN (60, 3600)),
    until               timestamptz NOT NULL,
    finer_gone_before   timestamptz NOT NULL DEFAULT '-infinity'
);
COMMENT ON TABLE throughput_rolled_up IS 'Up to where the rows of a resolution are made; they can be made again as long as the finer ones are kept';
COMMENT ON COLUMN throughput_rolled_up.finer_gone_before IS 'Rows that begin before cannot be made again: what they were made of was deleted';

CREATE TABLE throughput_retention (
    version             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    samples_seconds     bigint      NOT NULL CHECK (samples_seconds > 0),
    minutes_seconds     bigint      NOT NULL CHECK (minutes_seconds >= samples_seconds),
    hours_seconds       bigint      NOT NULL CHECK (hours_seconds >= minutes_seconds),
    created_at          timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE throughput_retention IS 'How long each resolution is kept, as operators decided; the newest row counts';
