-- Which changes of credentials were done, and which never will be: whoever asked for one and heard nothing can find out.
CREATE TABLE credential_change (
    change_id  uuid        PRIMARY KEY,
    seller_id  uuid        NOT NULL,
    applied    boolean     NOT NULL,
    created_at timestamptz NOT NULL
);

-- The session that changed its password ends at this instant unless it has been given a new secret before.
ALTER TABLE session ADD COLUMN renew_before timestamptz;
