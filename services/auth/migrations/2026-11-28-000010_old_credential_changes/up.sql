CREATE INDEX credential_change_created_idx ON credential_change (created_at);
