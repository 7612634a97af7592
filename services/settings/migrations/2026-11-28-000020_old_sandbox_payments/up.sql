CREATE INDEX sandbox_payment_expiry_idx ON sandbox_payment (expires_at);
