-- The session of whoever asked, for the audit of what follows.
ALTER TABLE seller_edit ADD COLUMN actor_session text;
