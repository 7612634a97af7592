-- Who changed what, when. Append-only.
CREATE TABLE audit_event (
    -- the nil uuid where a change belongs to no seller
    seller_id uuid NOT NULL,
    id uuid NOT NULL,
    occurred_at timestamptz NOT NULL,
    actor_subject text NOT NULL,
    actor_role text NOT NULL,
    request_id text NOT NULL,
    action text NOT NULL,
    entity text NOT NULL,
    entity_id uuid NOT NULL,
    version bigint NOT NULL,
    changes jsonb NOT NULL,
    PRIMARY KEY (seller_id, id)
);
CREATE INDEX audit_event_of_entity ON audit_event (seller_id, entity, entity_id, occurred_at DESC, id DESC);
SELECT make_append_only('audit_event');
