ALTER TABLE seller_edit DROP COLUMN switches;
