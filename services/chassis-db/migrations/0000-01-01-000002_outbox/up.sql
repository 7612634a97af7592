-- Events that wait for the relay, and the published ones of the last days (to publish again after a loss of Redis).
CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- ids are taken before commit, so the relay also needs the transaction, to leave running ones alone
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    event_id uuid NOT NULL UNIQUE,
    topic text NOT NULL,
    kind text NOT NULL,
    key uuid NOT NULL,
    payload bytea NOT NULL,
    traceparent text,
    occurred_at timestamptz NOT NULL,
    -- the numbered publication that carried the row to the stream; null while it waits
    publish_batch bigint,
    published_at timestamptz,
    CONSTRAINT outbox_published_together CHECK ((publish_batch IS NULL) = (published_at IS NULL))
);
CREATE INDEX outbox_waiting ON outbox (id) WHERE publish_batch IS NULL;
CREATE INDEX outbox_published ON outbox (topic, publish_batch, id) WHERE publish_batch IS NOT NULL;
