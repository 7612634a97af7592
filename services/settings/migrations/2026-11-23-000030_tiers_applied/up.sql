-- Whether a seller's orders use its three lists of discount tiers. A seller without a row has them off. Its section of
-- section_version is 11.
CREATE TABLE tiers_applied (
    seller_id uuid    PRIMARY KEY REFERENCES seller ON DELETE CASCADE,
    applied   boolean NOT NULL
);
