-- Tools list all payments, the latest first.
CREATE INDEX payment_by_time_idx ON payment (created_at DESC, payment_id DESC);
