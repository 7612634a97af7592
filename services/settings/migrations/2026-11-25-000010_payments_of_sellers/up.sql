-- A seller's payments, latest first: how many it has begun of late, and the list of them.
CREATE INDEX payment_latest_idx ON payment (seller_id, created_at DESC, payment_id DESC);
