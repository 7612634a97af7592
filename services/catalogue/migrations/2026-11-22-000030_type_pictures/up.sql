-- Files used to give their picture to a product and to its types as well, so that another picture of the product did not
-- show on them. Uploaded ones stay: their seller has chosen them for the type.
UPDATE product_type t SET image_urls = '{}'
FROM product p
WHERE p.seller_id = t.seller_id AND p.product_id = t.product_id AND t.image_urls = p.image_urls
  AND t.image_urls[1] NOT LIKE '/media/%';
