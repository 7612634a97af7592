DROP INDEX contribution_applied;
DROP INDEX contribution_of_month;
ALTER TABLE rebuild_order DROP COLUMN code;
ALTER TABLE contribution DROP COLUMN code;
