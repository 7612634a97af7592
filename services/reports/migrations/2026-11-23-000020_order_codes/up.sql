-- What a month's orders are listed by: their codes, as far as they are known. Null for orders that were told before, and
-- for what counts no more. No row is rewritten, and a process of before goes on writing.
ALTER TABLE contribution ADD COLUMN code text;
ALTER TABLE rebuild_order ADD COLUMN code text;

-- A month's orders in the order of their ids, and when the latest fact about a seller's orders was taken in.
CREATE INDEX contribution_of_month ON contribution (seller_id, (day_bucket / 100), order_id)
    WHERE day_bucket IS NOT NULL;
CREATE INDEX contribution_applied ON contribution (seller_id, applied_at);
