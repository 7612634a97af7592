DROP INDEX payment_by_time_idx;
