CREATE TABLE author (author_id INTEGER PRIMARY KEY, name TEXT, country TEXT, birth_year INTEGER);
CREATE TABLE book (
  book_id INTEGER PRIMARY KEY, title TEXT, author_id INTEGER REFERENCES author (author_id),
  genre TEXT, pages INTEGER, price REAL, published_on DATE, is_available INTEGER
);
CREATE TABLE member (
  member_id INTEGER PRIMARY KEY, full_name TEXT, city TEXT, age INTEGER, membership_level TEXT,
  joined_on DATE
);
CREATE TABLE loan (
  loan_id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES book (book_id),
  member_id INTEGER REFERENCES member (member_id), loan_date DATE, fee REAL
);
CREATE TABLE branch (branch_id INTEGER PRIMARY KEY, branch_name TEXT, city TEXT, capacity INTEGER);
INSERT INTO author VALUES
  (1, 'Ana Sousa', 'Portugal', 1950), (2, 'Bo Lind', 'Sweden', 1972),
  (3, 'Carla Ruiz', 'Spain', 1981), (4, 'Dov Katz', 'Israel', 1990), (5, 'Eva Sousa', 'Portugal', 1985);
INSERT INTO book VALUES
  (1, 'Salt', 1, 'Novel', 320, 12.5, '2019-03-01', 1), (2, 'Tides', 1, 'Poetry', 90, 8.0, '2020-06-15', 1),
  (3, 'Northern Light', 2, 'Novel', 410, 15.0, '2021-01-20', 0), (4, 'Ice', 2, 'Novel', 280, 11.0, '2018-09-09', 1),
  (5, 'Olives', 3, 'Cooking', 150, 20.0, '2022-05-05', 1), (6, 'Desert', 4, 'Travel', 230, 14.0, '2021-11-11', 0),
  (7, 'Bread', 3, 'Cooking', 180, 18.0, '2020-02-02', 1);
INSERT INTO member VALUES
  (1, 'Mia Holm', 'Lisbon', 34, 'Gold', '2019-01-10'), (2, 'Noah Berg', 'Porto', 22, 'Silver', '2020-04-01'),
  (3, 'Olga Petrov', 'Lisbon', 45, 'Gold', '2021-07-07'), (4, 'Paul Weber', 'Faro', 29, 'Bronze', '2021-09-30'),
  (5, 'Quinn Diaz', 'Porto', 61, 'Silver', '2022-02-14');
INSERT INTO loan VALUES
  (1, 1, 1, '2022-01-05', 1.0), (2, 2, 1, '2022-02-05', 1.5), (3, 3, 2, '2022-02-20', 2.0),
  (4, 1, 3, '2022-03-01', 1.0), (5, 5, 3, '2022-03-15', 2.5), (6, 6, 1, '2023-01-09', 1.0),
  (7, 4, 5, '2023-02-11', 0.5), (8, 1, 2, '2023-03-03', 1.0);
INSERT INTO branch VALUES (1, 'Central', 'Lisbon', 900), (2, 'River', 'Porto', 450), (3, 'Beach', 'Faro', 200);
