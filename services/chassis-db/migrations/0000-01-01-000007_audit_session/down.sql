ALTER TABLE audit_event DROP COLUMN actor_session;
