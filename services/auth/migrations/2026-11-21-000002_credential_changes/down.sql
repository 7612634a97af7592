ALTER TABLE session DROP COLUMN renew_before;
DROP TABLE credential_change;
