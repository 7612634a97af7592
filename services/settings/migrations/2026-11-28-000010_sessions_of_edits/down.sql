ALTER TABLE seller_edit DROP COLUMN actor_session;
