ALTER TABLE seller_edit ADD CONSTRAINT seller_edit_change_id_key UNIQUE (change_id);
