-- A seller has one edit at the most, by the primary key; nothing looks an edit up by the change's id alone. Processes of
-- before insert without an ON CONFLICT.
ALTER TABLE seller_edit DROP CONSTRAINT seller_edit_change_id_key;
