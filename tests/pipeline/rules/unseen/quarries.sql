CREATE TABLE quarry (
  quarry_id INTEGER PRIMARY KEY, quarry_name TEXT, county TEXT, supervisor_id INTEGER REFERENCES mason (mason_id)
);
CREATE TABLE mason (
  mason_id INTEGER PRIMARY KEY, mason_name TEXT, wage REAL, quarry_id INTEGER REFERENCES quarry (quarry_id),
  supervisor_id INTEGER
);
CREATE TABLE guild (
  guild_id INTEGER PRIMARY KEY, guild_name TEXT, parent_guild_id INTEGER REFERENCES guild (guild_id)
);
INSERT INTO quarry VALUES (1, 'Portland', 'Dorset', 1), (2, 'Delabole', 'Cornwall', 5), (3, 'Penrhyn', 'Gwynedd', 0);
INSERT INTO mason VALUES (1, 'Abel', 900, 1, 0), (2, 'Bram', 700, 1, 1), (3, 'Cyrus', 650, 1, 2), (4, 'Dora', 610, 2, 5),
  (5, 'Ewan', 880, 2, 1), (6, 'Flora', 540, 2, 4), (7, 'Gwen', 505, 3, 1);
INSERT INTO guild VALUES (1, 'Stone', NULL), (2, 'Slate', 1), (3, 'Marble', 1), (4, 'Flint', 3);
