-- Days that the platform gives without a payment stand among those that were bought, in a row without plan and price:
-- payment_id is then the grant's own id, and no payment has it. The version before this one counts such days as well.
ALTER TABLE subscription_purchase
    ADD COLUMN granted_days smallint CHECK (granted_days BETWEEN 1 AND 366),
    ADD COLUMN reason       text     CHECK (reason <> '');
ALTER TABLE subscription_purchase
    -- The payment, where there is one.
    ADD COLUMN paid_by uuid GENERATED ALWAYS AS (CASE WHEN granted_days IS NULL THEN payment_id END) STORED,
    ADD FOREIGN KEY (seller_id, paid_by) REFERENCES payment,
    DROP CONSTRAINT subscription_purchase_seller_id_payment_id_fkey,
    DROP CONSTRAINT subscription_purchase_months_check,
    DROP CONSTRAINT subscription_purchase_price_toman_check,
    ADD CHECK ((granted_days IS NULL) = (reason IS NULL)),
    ADD CHECK (granted_days IS NOT NULL OR (months BETWEEN 1 AND 60 AND price_toman > 0)),
    ADD CHECK (granted_days IS NULL OR (plan_id = '' AND months = 0 AND price_toman = 0 AND vat_toman = 0));
