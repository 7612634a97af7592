-- Why the last try of an intent came to nothing; empty when it is not known. A constant default: no row is rewritten, and
-- a process of before, which does not name the column, goes on writing.
ALTER TABLE settlement
    ADD COLUMN last_error text NOT NULL DEFAULT '' CONSTRAINT settlement_last_error CHECK (char_length(last_error) <= 500);
