-- The open stores of sellers who need a subscription: it is asked every few seconds which of them have none.
CREATE INDEX seller_open_by_subscription_idx ON seller (seller_id) WHERE active AND ready AND type <> 1;
