-- The session of whoever decided, for the audit of what follows.
ALTER TABLE settlement ADD COLUMN actor_session text;
