CREATE TABLE Category ( -- 6
  CategoryID INTEGER PRIMARY KEY, -- n
  Name TEXT NOT NULL -- nth('Programming|Design|Marketing|Languages|Finance|Photography')
);
CREATE TABLE Instructor ( -- 24
  InstructorID INTEGER PRIMARY KEY, -- n
  FullName TEXT NOT NULL, -- person()
  Country TEXT, -- one('Austria*2|Germany*3|India*2|Spain|-')
  RevenueSharePct INTEGER NOT NULL -- one('30|40*2|50')
);
CREATE TABLE Course ( -- 64
  CourseID INTEGER PRIMARY KEY, -- n
  Title TEXT NOT NULL, -- 'Intro to|Advanced|Practical|Complete'.split('|')[(n - 1) // 16] + ' ' + 'Python|Figma|SEO|Spanish|Budgeting|Portraits|SQL|Logos|Email Ads|Italian|Taxes|Landscapes|Java|Icons|Copywriting|French'.split('|')[(n - 1) % 16]
  CategoryID INTEGER NOT NULL REFERENCES Category(CategoryID), -- 1 + (n - 1) % 16 % 6
  InstructorID INTEGER NOT NULL REFERENCES Instructor(InstructorID), -- ref('Instructor', 0.9, 1.1)
  Level TEXT NOT NULL, -- one('Beginner*3|Intermediate*2|Expert')
  ListPrice REAL NOT NULL, -- 19 + n * 1.7
  PublishedAt DATE, -- maybe(0.9, day('2022-01-01', '2026-05-01'))
  RetiredAt DATE -- past(maybe(0.1, plus(PublishedAt, 200, 900)))
);
CREATE TABLE Learner ( -- 520
  LearnerID INTEGER PRIMARY KEY, -- n
  UserName TEXT NOT NULL, -- first().lower() + '_' + last().lower()
  Email TEXT NOT NULL, -- mail(UserName)
  Country TEXT, -- one('Austria*4|Germany*6|India*2|Spain*2|Poland|-')
  SignedUpAt TIMESTAMP NOT NULL, -- at(more('2023-01-01', T), 0, 23)
  IsBlocked INTEGER NOT NULL -- one('0*30|1')
);
CREATE TABLE Enrollment ( -- 1500
  EnrollmentID INTEGER PRIMARY KEY, -- n
  LearnerID INTEGER NOT NULL REFERENCES Learner(LearnerID), -- ref('Learner', 0.82)
  CourseID INTEGER NOT NULL REFERENCES Course(CourseID), -- ref('Course', 0.9, 1.3)
  EnrolledAt TIMESTAMP NOT NULL, -- at(more(get('Learner', LearnerID).SignedUpAt[:10], T), 0, 23)
  PricePaid REAL NOT NULL, -- round(get('Course', CourseID).ListPrice * one('1.0*5|0.5*3|0.0*2'), 2)
  CouponCode TEXT, -- one('HALF|SUMMER50') if PricePaid < get('Course', CourseID).ListPrice and PricePaid > 0 else None
  ProgressPct INTEGER NOT NULL, -- one('0*3|10*2|35*2|60*2|100*5')
  CompletedAt TIMESTAMP, -- at(past(plus(EnrolledAt[:10], 2, 120))) if ProgressPct == 100 else None
  RefundedAt TIMESTAMP -- at(past(plus(EnrolledAt[:10], 1, 30))) if PricePaid > 0 and chance(0.06) else None
);
CREATE TABLE QuizAttempt ( -- 1300
  AttemptID INTEGER PRIMARY KEY, -- n
  EnrollmentID INTEGER NOT NULL REFERENCES Enrollment(EnrollmentID), -- ref('Enrollment', 0.6, 1)
  AttemptedAt TIMESTAMP NOT NULL, -- at(min(plus(get('Enrollment', EnrollmentID).EnrolledAt[:10], 1, 60), T), 6, 23)
  ScorePct INTEGER NOT NULL, -- num(20, 100)
  Passed INTEGER NOT NULL -- 1 if ScorePct >= 60 else 0
);
CREATE TABLE CourseReview ( -- 420
  ReviewID INTEGER PRIMARY KEY, -- n
  EnrollmentID INTEGER NOT NULL REFERENCES Enrollment(EnrollmentID), -- ref('Enrollment', 0.5, 1)
  Stars INTEGER NOT NULL, -- one('1|2|3*2|4*5|5*6')
  PostedAt DATE NOT NULL -- min(plus(get('Enrollment', EnrollmentID).EnrolledAt[:10], 2, 90), T)
);
