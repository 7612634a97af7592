-- Grows with each change of the type itself (not of its stock): an editor says which version it has read.
ALTER TABLE product_type ADD COLUMN version bigint NOT NULL DEFAULT 1 CHECK (version >= 1);
