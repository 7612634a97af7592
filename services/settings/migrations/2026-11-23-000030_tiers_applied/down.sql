DELETE FROM section_version WHERE section = 11;
DROP TABLE tiers_applied;
