-- When others were last told of the customer's title and area, each time later than the time before; null until something
-- changes: then it is the time at which the customer came. No row is rewritten, and a process of before, which does not
-- name the column, goes on writing.
ALTER TABLE customer ADD COLUMN named_at timestamptz;
