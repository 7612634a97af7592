DROP INDEX product_by_title, product_by_age, product_by_most_sold, product_by_least_sold;
CREATE INDEX product_by_title ON product (seller_id, title_folded, product_id);
ALTER TABLE product_type ADD COLUMN units_sold bigint NOT NULL DEFAULT 0 CHECK (units_sold >= 0);
UPDATE product_type t SET units_sold = s.units
FROM (SELECT seller_id, type_id, sum(quantity)::bigint AS units FROM reservation GROUP BY seller_id, type_id) s
WHERE t.seller_id = s.seller_id AND t.type_id = s.type_id;
ALTER TABLE product DROP COLUMN units_sold;
DROP TABLE order_sale;
