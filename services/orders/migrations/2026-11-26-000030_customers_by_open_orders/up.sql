-- Few of a seller's customers have an open order: for the list of those, and for whether there is one at all.
CREATE INDEX customer_with_open_orders ON customer (seller_id, activity_at, customer_id) WHERE open_orders > 0;
