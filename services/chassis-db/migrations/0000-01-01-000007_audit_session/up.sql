-- The handle of the session that a person did it from; null for services and tools, and of what happened before.
ALTER TABLE audit_event ADD COLUMN actor_session text;
