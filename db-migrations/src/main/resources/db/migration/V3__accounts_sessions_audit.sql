-- Who may do what in the console and the admin API, and what they did. API keys are no accounts: a key speaks for a program.

CREATE TABLE accounts (
    name                    text        PRIMARY KEY CHECK (name ~ '^[a-z0-9][a-z0-9._-]{1,39}$'),
    password_hash           text        NOT NULL CHECK (password_hash ~ '^\{[A-Za-z0-9@_-]+\}.'),
    role                    text        NOT NULL CHECK (role IN ('admin', 'operator', 'viewer')),
    disabled                boolean     NOT NULL DEFAULT false,
    must_change_password    boolean     NOT NULL DEFAULT true,
    version                 bigint      NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at              timestamptz NOT NULL DEFAULT now(),
    last_sign_in_at         timestamptz
);
COMMENT ON TABLE accounts IS 'People who may sign in';
COMMENT ON COLUMN accounts.password_hash IS 'With the name of its algorithm in front, {bcrypt}...; never the password';
COMMENT ON COLUMN accounts.must_change_password IS 'Somebody else knows the password: nothing is allowed before it is changed';
COMMENT ON COLUMN accounts.version IS 'Rises with every change of role, state or password';

CREATE TABLE sessions (
    token_hash      bytea       PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    account_name    text        NOT NULL REFERENCES accounts (name) ON DELETE CASCADE,
    created_at      timestamptz NOT NULL,
    used_at         timestamptz NOT NULL CHECK (used_at >= created_at)
);
CREATE INDEX sessions_account ON sessions (account_name, created_at);
CREATE INDEX sessions_used ON sessions (used_at);
COMMENT ON TABLE sessions IS 'One row for each browser or program that is signed in; a row that is gone is a session that has ended';
COMMENT ON COLUMN sessions.token_hash IS 'SHA-256 of what the cookie holds';
COMMENT ON COLUMN sessions.used_at IS 'Kept to the minute';

CREATE TABLE audit_entries (
    id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    recorded_at     timestamptz NOT NULL,
    actor           text        NOT NULL CHECK (actor <> ''),
    origin          text        NOT NULL CHECK (origin <> ''),
    action          text        NOT NULL CHECK (action ~ '^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$'),
    subject         text        NOT NULL,
    before          jsonb       CHECK (jsonb_typeof(before) = 'object'),
    after           jsonb       CHECK (jsonb_typeof(after) = 'object'),
    reason          text        CHECK (reason <> '')
);
CREATE INDEX audit_entries_recorded ON audit_entries (recorded_at);
CREATE INDEX audit_entries_actor ON audit_entries (actor, id);
CREATE INDEX audit_entries_action ON audit_entries (action text_pattern_ops, id);
COMMENT ON TABLE audit_entries IS 'Every change that somebody made, and every sign-in. Rows are added, never changed. Accounts and subjects are copied, so an entry outlives them';
COMMENT ON COLUMN audit_entries.origin IS 'Where it came from: console, api, command line, start; with the address where there is one';
COMMENT ON COLUMN audit_entries.action IS 'Topic and verb, such as batching.pin';
COMMENT ON COLUMN audit_entries.before IS 'What was there, by name; null for what is new. Never a secret';
COMMENT ON COLUMN audit_entries.after IS 'What is there now, by name; null for what is gone. Never a secret';

CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an audit entry is never changed';
END;
$$;
CREATE TRIGGER audit_entries_fixed BEFORE UPDATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
