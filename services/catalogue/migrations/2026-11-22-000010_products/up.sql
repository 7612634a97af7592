-- In the order in which reservations and imports take them: nothing may be sold between the counting below.
LOCK TABLE order_reservation, reservation, product, product_type;

-- What each order counts for in the units sold, by the last fact that the orders service told of it. The revision is
-- kept when an order counts no more, so that an older fact that comes late counts nothing.
CREATE TABLE order_sale (
    seller_id uuid NOT NULL,
    order_id uuid NOT NULL,
    revision bigint NOT NULL CHECK (revision >= 1),
    -- one element per product; none once the order counts no more
    product_ids uuid[] NOT NULL CHECK (array_position(product_ids, NULL) IS NULL),
    units bigint[] NOT NULL CHECK (array_position(units, NULL) IS NULL AND 0 < ALL (units)),
    PRIMARY KEY (seller_id, order_id),
    CONSTRAINT order_sale_lines_match CHECK (cardinality(product_ids) = cardinality(units))
);

-- Until now reservations moved the units sold: what an order holds is what it counts for, under the same revision. So
-- facts that are told again count nothing twice, and a cancellation takes away what was counted.
INSERT INTO order_sale (seller_id, order_id, revision, product_ids, units)
SELECT o.seller_id, o.order_id, o.applied_revision,
       coalesce(array_agg(s.product_id ORDER BY s.product_id) FILTER (WHERE s.product_id IS NOT NULL), '{}'),
       coalesce(array_agg(s.units ORDER BY s.product_id) FILTER (WHERE s.product_id IS NOT NULL), '{}')
FROM order_reservation o
LEFT JOIN (
    SELECT r.seller_id, r.order_id, t.product_id, sum(r.quantity)::bigint AS units
    FROM reservation r
    JOIN product_type t ON t.seller_id = r.seller_id AND t.type_id = r.type_id
    GROUP BY r.seller_id, r.order_id, t.product_id
) s ON s.seller_id = o.seller_id AND s.order_id = o.order_id
WHERE o.applied_revision IS NOT NULL
GROUP BY o.seller_id, o.order_id, o.applied_revision;

-- selling units in registered orders
ALTER TABLE product ADD COLUMN units_sold bigint NOT NULL DEFAULT 0
    CONSTRAINT product_units_sold_not_negative CHECK (units_sold >= 0);
UPDATE product p SET units_sold = s.units
FROM (
    SELECT seller_id, product_id, sum(units_sold)::bigint AS units
    FROM product_type GROUP BY seller_id, product_id HAVING sum(units_sold) > 0
) s
WHERE p.seller_id = s.seller_id AND p.product_id = s.product_id;
ALTER TABLE product_type DROP COLUMN units_sold;

-- An index for each order that products are listed in. Each holds what a list is searched and filtered by as well, so
-- that a search reads one seller's part of one index, in order, and no table. Trigrams would not help here: pg_trgm
-- takes no letters beyond ASCII from a database whose LC_CTYPE is C, and has nothing for one or two letters.
DROP INDEX product_by_title;
CREATE INDEX product_by_title ON product (seller_id, title_folded, product_id) INCLUDE (brand_id);
CREATE INDEX product_by_age ON product (seller_id, created_at, product_id) INCLUDE (title_folded, brand_id);
CREATE INDEX product_by_most_sold ON product (seller_id, units_sold DESC, title_folded, product_id) INCLUDE (brand_id);
CREATE INDEX product_by_least_sold ON product (seller_id, units_sold, title_folded, product_id) INCLUDE (brand_id);
