-- What was granted has no place in the tables before.
DELETE FROM subscription_purchase WHERE granted_days IS NOT NULL;
ALTER TABLE subscription_purchase DROP COLUMN paid_by;
ALTER TABLE subscription_purchase
    DROP COLUMN granted_days CASCADE,
    DROP COLUMN reason CASCADE,
    ADD CHECK (months BETWEEN 1 AND 60),
    ADD CHECK (price_toman > 0),
    ADD FOREIGN KEY (seller_id, payment_id) REFERENCES payment;
