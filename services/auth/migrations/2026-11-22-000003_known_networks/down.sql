DROP TABLE known_network;
