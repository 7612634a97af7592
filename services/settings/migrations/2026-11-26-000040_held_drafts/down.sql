ALTER TABLE commission_invoice DROP COLUMN held_until;
