-- Lunar holidays follow the sighting of the moon and are published year by year. Fridays and the fixed solar days are
-- not here: they hold for any year.
CREATE TABLE holiday_year (
    -- Jalali. A year that is not here is an approximate one.
    year smallint PRIMARY KEY CHECK (year BETWEEN 1300 AND 1500)
);

CREATE TABLE holiday (
    year      smallint NOT NULL CHECK (year BETWEEN 1300 AND 1500),
    month     smallint NOT NULL CHECK (month BETWEEN 1 AND 12),
    day       smallint NOT NULL CHECK (day BETWEEN 1 AND 31),
    -- A well-known occasion's code, or a title as an operator wrote it.
    title     text     NOT NULL CHECK (title <> ''),
    -- Whether the official calendar has it; otherwise an operator has still to confirm it.
    confirmed boolean  NOT NULL,
    PRIMARY KEY (year, month, day, title)
);

INSERT INTO holiday_year (year) VALUES (1404), (1405);
INSERT INTO holiday (year, month, day, title, confirmed) VALUES
    (1404,  1, 11, 'EID_AL_FITR', true),
    (1404,  1, 12, 'EID_AL_FITR', true),
    (1404,  2,  4, 'SADEGH_MARTYRDOM', true),
    (1404,  3, 16, 'EID_AL_ADHA', true),
    (1404,  3, 24, 'EID_AL_GHADIR', true),
    (1404,  4, 14, 'TASUA', true),
    (1404,  4, 15, 'ASHURA', true),
    (1404,  5, 23, 'ARBAEEN', true),
    (1404,  5, 31, 'PROPHET_DEATH', true),
    (1404,  6,  2, 'REZA_MARTYRDOM', true),
    (1404,  6, 10, 'ASKARI_MARTYRDOM', true),
    (1404,  6, 19, 'PROPHET_BIRTH', true),
    (1404,  9,  3, 'FATIMA_MARTYRDOM', true),
    (1404, 10, 13, 'ALI_BIRTH', true),
    (1404, 10, 27, 'PROPHET_CALLING', true),
    (1404, 11, 15, 'MAHDI_BIRTH', true),
    (1404, 12, 20, 'ALI_MARTYRDOM', true),
    (1405,  3,  6, 'EID_AL_ADHA', true),
    (1405,  3, 14, 'EID_AL_GHADIR', true),
    (1405,  4,  3, 'TASUA', true),
    (1405,  4,  4, 'ASHURA', true),
    (1405,  5, 13, 'ARBAEEN', false),
    (1405,  5, 21, 'PROPHET_DEATH', false),
    (1405,  5, 22, 'REZA_MARTYRDOM', false),
    (1405,  5, 30, 'ASKARI_MARTYRDOM', false),
    (1405,  6,  8, 'PROPHET_BIRTH', false),
    (1405,  8, 22, 'FATIMA_MARTYRDOM', false),
    (1405, 10,  2, 'ALI_BIRTH', false),
    (1405, 10, 16, 'PROPHET_CALLING', false),
    (1405, 11,  4, 'MAHDI_BIRTH', false),
    (1405, 12,  9, 'ALI_MARTYRDOM', false),
    (1405, 12, 19, 'EID_AL_FITR', false),
    (1405, 12, 20, 'EID_AL_FITR', false);
