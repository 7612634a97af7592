DROP TABLE sandbox_payment;
DROP TABLE subscription_purchase;
DROP TABLE payment;
DROP TABLE vat_rate;
DROP TABLE plan_price;
