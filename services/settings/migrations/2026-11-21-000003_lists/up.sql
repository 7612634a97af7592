-- Discounts for what lies between two values, both included. That tiers of a list do not overlap is checked under the
-- seller's lock: an exclusion constraint would need an extension.
CREATE TABLE discount_tier (
    seller_id             uuid     NOT NULL REFERENCES seller ON DELETE CASCADE,
    -- 1 volume, 2 amount, 3 unit.
    kind                  smallint NOT NULL CHECK (kind BETWEEN 1 AND 3),
    tier_id               uuid     NOT NULL,
    position              smallint NOT NULL CHECK (position BETWEEN 0 AND 49),
    from_value            bigint   NOT NULL CHECK (from_value >= 0),
    to_value              bigint   NOT NULL,
    discount_basis_points integer  NOT NULL CHECK (discount_basis_points BETWEEN 0 AND 10000),
    PRIMARY KEY (seller_id, kind, tier_id),
    UNIQUE (seller_id, kind, position),
    CHECK (from_value <= to_value)
);

CREATE TABLE text_card (
    seller_id uuid     NOT NULL REFERENCES seller ON DELETE CASCADE,
    -- 1 other discount, 2 store description.
    kind      smallint NOT NULL CHECK (kind BETWEEN 1 AND 2),
    card_id   uuid     NOT NULL,
    position  smallint NOT NULL CHECK (position BETWEEN 0 AND 49),
    text      text     NOT NULL CHECK (char_length(text) BETWEEN 1 AND 300),
    PRIMARY KEY (seller_id, kind, card_id),
    UNIQUE (seller_id, kind, position)
);

-- Brands and regions of activity that sellers choose from; the same for all of them.
CREATE TABLE choice (
    choice_id   uuid     PRIMARY KEY,
    -- 1 brand, 2 region.
    kind        smallint NOT NULL CHECK (kind BETWEEN 1 AND 2),
    name        text     NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    -- The form that names are matched in.
    name_folded text     COLLATE "fa-x-icu" NOT NULL CHECK (name_folded <> ''),
    UNIQUE (kind, name_folded)
);

CREATE TABLE seller_choice (
    seller_id uuid NOT NULL REFERENCES seller ON DELETE CASCADE,
    choice_id uuid NOT NULL REFERENCES choice,
    PRIMARY KEY (seller_id, choice_id)
);
CREATE INDEX seller_choice_choice_idx ON seller_choice (choice_id);
