ALTER TABLE customer DROP COLUMN named_at;
