-- Whether the edit opens or closes the store. One that does not leaves the switch as it stands when auth has done its part.
-- A process of before takes every edit for one that does.
ALTER TABLE seller_edit ADD COLUMN switches boolean NOT NULL DEFAULT true;
