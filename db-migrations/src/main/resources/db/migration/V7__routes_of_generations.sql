-- How a generation went between its models: for the page of one request. Larger than the record of it, and kept for a shorter time.

CREATE TABLE generation_routes (
    generation_id   uuid        PRIMARY KEY,
    finished_at     timestamptz NOT NULL,
    small_model_id  text,
    large_model_id  text,
    tape            text        NOT NULL CHECK (tape ~ '^[1-9][0-9]{0,9}:[0-9]{0,192}$'),
    hops            jsonb       NOT NULL CHECK (jsonb_typeof(hops) = 'array'),
    omitted_hops    integer     NOT NULL CHECK (omitted_hops >= 0)
);
CREATE INDEX generation_routes_finished ON generation_routes (finished_at);
COMMENT ON TABLE generation_routes IS 'The way of a generation between models, by the id of its record; written on its own, so either can be missing. Holds no text';
COMMENT ON COLUMN generation_routes.small_model_id IS 'Of the pair that was asked; null for a single model';
COMMENT ON COLUMN generation_routes.tape IS 'Tokens of a cell, and for each cell how many ninths of it the large model wrote';
COMMENT ON COLUMN generation_routes.hops IS 'Visits of models in their order; times in milliseconds since submission. Of many hops the first and the last ones';
COMMENT ON COLUMN generation_routes.omitted_hops IS 'Hops between those that are kept';

CREATE INDEX generations_request ON generations (request_id text_pattern_ops);
CREATE INDEX generations_caller_finished ON generations (caller, finished_at);
