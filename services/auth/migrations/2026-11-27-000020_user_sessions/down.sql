ALTER TABLE session
    DROP COLUMN evicted,
    DROP COLUMN device;
