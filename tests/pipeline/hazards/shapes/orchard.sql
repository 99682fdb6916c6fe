-- Rows that are marked as deleted.
CREATE TABLE trees (tree_id INTEGER PRIMARY KEY, kind TEXT, height NUMERIC, is_deleted INTEGER);
INSERT INTO trees VALUES (1,'pear',3,0),(2,'plum',4,1),(3,'pear',5,0),(4,'fig',2,0);
CREATE TABLE plots (plot_id INTEGER PRIMARY KEY, plot_name TEXT, size NUMERIC, removed_at TIMESTAMP);
INSERT INTO plots VALUES (1,'north',10,NULL),(2,'south',20,'2023-01-01 10:00:00'),(3,'east',30,NULL);
CREATE TABLE tools (tool_id INTEGER PRIMARY KEY, tool_name TEXT, price NUMERIC, deleted_at TIMESTAMP);
INSERT INTO tools VALUES (1,'saw',10,NULL),(2,'axe',20,NULL);
