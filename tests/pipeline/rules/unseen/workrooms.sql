CREATE TABLE engineers (engineer_id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE projects (
  project_id INTEGER PRIMARY KEY, name TEXT, lead_id INTEGER REFERENCES engineers (engineer_id),
  budget INTEGER
);
CREATE TABLE assignments (
  project_id INTEGER REFERENCES projects (project_id),
  engineer_id INTEGER REFERENCES engineers (engineer_id), since DATE,
  PRIMARY KEY (project_id, engineer_id)
);
CREATE TABLE mentions (
  engineer_id INTEGER REFERENCES engineers (engineer_id),
  mentioned_id INTEGER REFERENCES engineers (engineer_id), PRIMARY KEY (engineer_id, mentioned_id)
);
CREATE TABLE operations (operation_id INTEGER PRIMARY KEY, title TEXT, engineer_id INTEGER
  REFERENCES engineers (engineer_id));
INSERT INTO engineers VALUES (1, 'Ada', 'Porto'), (2, 'Bo', 'Lyon'), (3, 'Cy', 'Porto'), (4, 'Di', 'Graz');
INSERT INTO projects VALUES (1, 'Apollo', 1, 90), (2, 'Surgery', 2, 70), (3, 'Gemini', 1, 20);
INSERT INTO assignments VALUES
  (1, 1, '2024-01-01'), (1, 3, '2024-02-01'), (1, 4, '2024-02-01'), (2, 3, '2024-03-01'),
  (3, 2, '2024-03-01'), (3, 4, '2024-04-01');
INSERT INTO mentions VALUES (1, 2), (3, 2), (2, 4);
INSERT INTO operations VALUES (1, 'Restart', 1), (2, 'Upgrade', 3);
