DROP TABLE section_version;
