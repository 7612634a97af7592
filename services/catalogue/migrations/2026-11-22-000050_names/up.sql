-- When others were last told what the product and its types are called, each time later than the time before; null until
-- something changes: then it is the time at which the product came. No row is rewritten, and a process of before, which
-- does not name the column, goes on writing.
ALTER TABLE product ADD COLUMN named_at timestamptz;
