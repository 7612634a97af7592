ALTER TABLE product DROP COLUMN named_at;
