-- How often each part of what a seller has set up was changed. A part without a row is at version 1.
-- A process of the release before knows nothing of it: what is changed through one during an update is not counted.
CREATE TABLE section_version (
    seller_id uuid     NOT NULL REFERENCES seller ON DELETE CASCADE,
    -- 1 profile; 2 limits; tiers: 3 volume, 4 amount, 5 unit; cards: 6 other discounts, 7 store descriptions;
    -- 8 delivery; chosen: 9 brands, 10 regions.
    section   smallint NOT NULL CHECK (section >= 1),
    version   bigint   NOT NULL CHECK (version >= 2),
    PRIMARY KEY (seller_id, section)
);
