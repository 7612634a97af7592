DROP INDEX payment_latest_idx;
