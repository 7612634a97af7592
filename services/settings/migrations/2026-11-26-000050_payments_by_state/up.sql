-- The few of a seller's payments that wait, whatever they are for, among all that it ever made.
CREATE INDEX payment_state_idx ON payment (seller_id, purpose, state, created_at DESC);
DROP INDEX payment_subject_idx;
