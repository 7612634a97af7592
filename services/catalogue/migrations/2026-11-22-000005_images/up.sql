-- The pictures whose files lie in the store. A product or type shows one by its address in image_urls.
CREATE TABLE image (
    seller_id uuid NOT NULL,
    image_id text NOT NULL CHECK (image_id ~ '^[0-9a-f]{32}$'),
    created_at timestamptz NOT NULL,
    -- an upload may be under way until then: the files stay, whoever shows them
    kept_until timestamptz NOT NULL,
    -- when it is looked at next, whether anything shows it still
    check_after timestamptz NOT NULL,
    PRIMARY KEY (seller_id, image_id)
);
CREATE INDEX image_due ON image (check_after);
CREATE INDEX product_image_urls ON product USING gin (image_urls);
CREATE INDEX product_type_image_urls ON product_type USING gin (image_urls);
