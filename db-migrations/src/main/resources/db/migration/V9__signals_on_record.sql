-- Signals of single positions, of a sample of the traffic: what thresholds are calibrated from. One row a request, its positions in
-- arrays: a row of a thousand positions takes about 12 kB, compressed by Postgres. Off until an operator asks for it.

CREATE TABLE token_signals (
    id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_id      text        NOT NULL,
    pair_id         text        NOT NULL,
    small_model_id  text        NOT NULL,
    large_model_id  text        NOT NULL,
    algorithm       text        NOT NULL,
    options         jsonb       NOT NULL CHECK (jsonb_typeof(options) = 'object'),
    ended_at        timestamptz NOT NULL,
    positions       integer     NOT NULL CHECK (positions > 0),
    omitted         integer     NOT NULL CHECK (omitted >= 0),
    bytes           integer     NOT NULL CHECK (bytes > 0),
    asked           text        NOT NULL CHECK (asked ~ '^[sl-]*$' AND length(asked) = positions),
    writers         text        NOT NULL CHECK (writers ~ '^[sl-]*$' AND length(writers) = positions),
    agreements      text        NOT NULL CHECK (agreements ~ '^[=x.]*$' AND length(agreements) = positions),
    entropies       real[]      NOT NULL CHECK (cardinality(entropies) = positions),
    top_probs       real[]      NOT NULL CHECK (cardinality(top_probs) = positions),
    margins         real[]      NOT NULL CHECK (cardinality(margins) = positions),
    scores          real[]      CHECK (cardinality(scores) = positions)
);
CREATE INDEX token_signals_pair_ended ON token_signals (pair_id, ended_at DESC, id DESC);
CREATE INDEX token_signals_ended ON token_signals (ended_at);
COMMENT ON TABLE token_signals IS 'What was known at each position of sampled answers, one row a request; no text, no token ids';
COMMENT ON COLUMN token_signals.request_id IS 'As generations.request_id has it';
COMMENT ON COLUMN token_signals.algorithm IS 'Routing algorithm of the request, with its options as they were set but for texts';
COMMENT ON COLUMN token_signals.omitted IS 'Positions at the end of a long answer that are left out';
COMMENT ON COLUMN token_signals.bytes IS 'What the row takes before it is compressed';
COMMENT ON COLUMN token_signals.asked IS 'A letter a position: which model was asked first, s for small, l for large, - for none';
COMMENT ON COLUMN token_signals.writers IS 'Likewise: which model wrote the token';
COMMENT ON COLUMN token_signals.agreements IS 'Likewise: = where the second model''s most probable token was what the first proposed, x where not, . where one was asked';
COMMENT ON COLUMN token_signals.entropies IS 'Nats, of the row of the model that was asked first';
COMMENT ON COLUMN token_signals.scores IS 'Numbers of the router head; null where none read the rows';

CREATE TABLE signal_recordings (
    version         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    share           double precision NOT NULL CHECK (share >= 0 AND share <= 1),
    most_bytes      bigint      NOT NULL CHECK (most_bytes > 0),
    kept_seconds    bigint      NOT NULL CHECK (kept_seconds > 0),
    created_at      timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE signal_recordings IS 'Of what share of the requests signals are kept, and how much and how long, as operators decided; the newest row counts';
