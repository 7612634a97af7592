ALTER TABLE settlement DROP COLUMN actor_session;
