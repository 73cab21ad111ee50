-- Keys of programs that call the API, whether they are needed, and what each caller used. Only the hash of a key is kept.

CREATE TABLE api_access (
    id              boolean     PRIMARY KEY DEFAULT true CHECK (id),
    required        boolean     NOT NULL,
    version         bigint      NOT NULL CHECK (version >= 1),
    changed_at      timestamptz NOT NULL DEFAULT now()
);
INSERT INTO api_access (required, version) VALUES (false, 1);
COMMENT ON TABLE api_access IS 'One row: whether the API asks for a key. Whoever changes a key or this changes the row first, so changes come one after the other';
COMMENT ON COLUMN api_access.version IS 'Rises with every change of a key or of this row: servers that see the same number know the same keys';

CREATE TABLE api_keys (
    id                  uuid        PRIMARY KEY,
    hash                bytea       NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    hint                text        NOT NULL CHECK (hint ~ '^tr-[0-9a-z]{4}$'),
    name                text        NOT NULL CHECK (char_length(name) BETWEEN 2 AND 40),
    owner               text        NOT NULL CHECK (char_length(owner) <= 80),
    notes               text        NOT NULL CHECK (char_length(notes) <= 500),
    models              text[]      NOT NULL,
    may_route           boolean     NOT NULL,
    requests_per_minute integer     CHECK (requests_per_minute BETWEEN 1 AND 100000),
    tokens_per_minute   integer     CHECK (tokens_per_minute BETWEEN 1 AND 1000000000),
    expires_at          timestamptz,
    created_at          timestamptz NOT NULL,
    created_by          text        NOT NULL CHECK (created_by <> ''),
    revoked_at          timestamptz CHECK (revoked_at >= created_at),
    last_used_at        timestamptz,
    version             bigint      NOT NULL DEFAULT 1 CHECK (version >= 1)
);
CREATE UNIQUE INDEX api_keys_name ON api_keys (lower(name)) WHERE revoked_at IS NULL;
COMMENT ON TABLE api_keys IS 'Keys of the API. Never deleted, since usage names them; a revoked key stays in the list';
COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the key. Keys are 260 random bits, so nobody can try them out and a slow hash would protect nothing';
COMMENT ON COLUMN api_keys.hint IS 'The first characters of the key, for people to tell keys apart';
COMMENT ON COLUMN api_keys.models IS 'Ids of pairs and models that the key may ask for; none if empty';
COMMENT ON COLUMN api_keys.may_route IS 'Whether requests may choose policy, options and threshold';
COMMENT ON COLUMN api_keys.tokens_per_minute IS 'Of prompts and answers together';
COMMENT ON COLUMN api_keys.expires_at IS 'The first instant at which the key is refused';

ALTER TABLE generations ADD COLUMN caller text CHECK (caller <> '');
COMMENT ON COLUMN generations.caller IS 'Who asked: the id of an API key, anonymous, or console. Null in records of the time before there were keys';

CREATE TABLE usage_requests (
    day             date        NOT NULL,
    caller          text        NOT NULL CHECK (caller <> ''),
    target          text        NOT NULL,
    requests        bigint      NOT NULL CHECK (requests >= 0),
    prompt_tokens   bigint      NOT NULL CHECK (prompt_tokens >= 0),
    PRIMARY KEY (day, caller, target)
);
COMMENT ON TABLE usage_requests IS 'What each caller asked each pair or model, by day (UTC) of the end of the generation';
COMMENT ON COLUMN usage_requests.caller IS 'As in generations';
COMMENT ON COLUMN usage_requests.prompt_tokens IS 'A prompt counts once, however many answers it got';

CREATE TABLE usage_tokens (
    day                 date    NOT NULL,
    caller              text    NOT NULL CHECK (caller <> ''),
    target              text    NOT NULL,
    model               text    NOT NULL,
    completion_tokens   bigint  NOT NULL CHECK (completion_tokens >= 0),
    PRIMARY KEY (day, caller, target, model)
);
COMMENT ON TABLE usage_tokens IS 'Tokens that each model wrote for each caller, by day. Written together with the generations that they sum up';
