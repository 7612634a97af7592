ALTER TABLE credential_change
    DROP CONSTRAINT credential_change_pkey,
    ADD CONSTRAINT credential_change_pkey PRIMARY KEY (change_id);
