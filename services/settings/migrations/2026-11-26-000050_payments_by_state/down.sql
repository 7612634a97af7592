CREATE INDEX payment_subject_idx ON payment (seller_id, purpose, subject_id);
DROP INDEX payment_state_idx;
