ALTER TABLE settlement DROP COLUMN last_error;
