-- A change is its seller's: another one's of the same id is another change. The new key is there before the old one goes;
-- processes of before look a change up by both columns, and their ON CONFLICT names no key.
CREATE UNIQUE INDEX credential_change_of_seller ON credential_change (seller_id, change_id);
ALTER TABLE credential_change
    DROP CONSTRAINT credential_change_pkey,
    ADD CONSTRAINT credential_change_pkey PRIMARY KEY USING INDEX credential_change_of_seller;
