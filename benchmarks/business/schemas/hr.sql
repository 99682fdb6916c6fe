CREATE TABLE tblDepartment ( -- 9
  DepartmentID INTEGER PRIMARY KEY, -- n
  DepartmentName TEXT NOT NULL, -- nth('Sales|Engineering|Finance|Human Resources|Operations|Marketing|Legal|Support|Research')
  CostCenter TEXT NOT NULL, -- 'CC' + str(4000 + n * 10)
  HeadEmployeeID INTEGER -- n * 3
);
CREATE TABLE tblLocation ( -- 5
  LocationID INTEGER PRIMARY KEY, -- n
  City TEXT NOT NULL, -- nth('Vienna|Munich|Zurich|Prague|Milan')
  Country TEXT NOT NULL -- country(City)
);
CREATE TABLE tblJobTitle ( -- 8
  JobTitleID INTEGER PRIMARY KEY, -- n
  Title TEXT NOT NULL, -- nth('Analyst|Engineer|Manager|Assistant|Director|Consultant|Accountant|Trainee')
  Grade INTEGER NOT NULL -- nth('3|4|6|2|8|5|4|1')
);
CREATE TABLE tblEmployee ( -- 320
  EmployeeID INTEGER PRIMARY KEY, -- n
  FirstName TEXT NOT NULL, -- first()
  LastName TEXT NOT NULL, -- last()
  Gender TEXT, -- one('F*5|M*5|X|-')
  BirthDate DATE NOT NULL, -- day('1961-01-01', '2003-12-31')
  HireDate DATE NOT NULL, -- more('2008-01-01', T)
  TerminationDate DATE, -- past(maybe(0.25, plus(HireDate, 90, 3500)))
  TerminationReason TEXT, -- one('resigned*4|retired|dismissed|contract ended') if TerminationDate else None
  DepartmentID INTEGER NOT NULL REFERENCES tblDepartment(DepartmentID), -- ref('tblDepartment', 1, 1.2)
  LocationID INTEGER NOT NULL REFERENCES tblLocation(LocationID), -- ref('tblLocation', 1, 1.3)
  JobTitleID INTEGER NOT NULL REFERENCES tblJobTitle(JobTitleID), -- ref('tblJobTitle', 1, 1)
  ManagerID INTEGER REFERENCES tblEmployee(EmployeeID), -- None if n <= 4 else 1 + (n * 5) % min(n - 1, 24)
  WeeklyHours REAL NOT NULL, -- one('38.5*7|20*2|30|25')
  WorkEmail TEXT -- maybe(0.95, mail(FirstName, LastName))
);
CREATE TABLE tblSalaryHistory ( -- each tblEmployee 1-3
  SalaryID INTEGER PRIMARY KEY, -- n
  EmployeeID INTEGER NOT NULL REFERENCES tblEmployee(EmployeeID), -- p.EmployeeID
  ValidFrom DATE NOT NULL, -- p.HireDate if j == 1 else plus(p.HireDate, 365 * (j - 1) + 11)
  ValidTo DATE, -- None
  AnnualSalary REAL NOT NULL -- 26000 + get('tblJobTitle', p.JobTitleID).Grade * 6500 + j * 2100 + num(0, 6000) + p.EmployeeID
);
CREATE TABLE tblAbsence ( -- 1100
  AbsenceID INTEGER PRIMARY KEY, -- n
  EmployeeID INTEGER NOT NULL REFERENCES tblEmployee(EmployeeID), -- ref('tblEmployee', 0.85, 1.2)
  AbsenceType TEXT NOT NULL, -- one('vacation*6|sick leave*4|parental leave|training')
  StartDate DATE NOT NULL, -- more('2024-06-01', '2026-07-20')
  EndDate DATE NOT NULL, -- plus(StartDate, 0, 14)
  WorkingDays REAL NOT NULL, -- max(1, round(days(StartDate, EndDate) * 0.7)) - one('0*4|0.5')
  ApprovalStatus TEXT NOT NULL -- one('approved*9|requested|rejected')
);
CREATE TABLE tblTraining ( -- 20
  TrainingID INTEGER PRIMARY KEY, -- n
  TrainingTitle TEXT NOT NULL, -- nth('Excel|Leadership|First Aid|GDPR|Negotiation|Python|Fire Safety|Presentation|English|Time Management') + (' II' if n > 10 else ' I')
  Price REAL NOT NULL -- 90 + n * 17.5
);
CREATE TABLE tblTrainingAttendance ( -- 420
  AttendanceID INTEGER PRIMARY KEY, -- n
  TrainingID INTEGER NOT NULL REFERENCES tblTraining(TrainingID), -- ref('tblTraining', 0.9)
  EmployeeID INTEGER NOT NULL REFERENCES tblEmployee(EmployeeID), -- ref('tblEmployee', 0.7)
  AttendedOn DATE NOT NULL, -- more('2024-09-01', T)
  Passed INTEGER -- one('1*6|0|-')
);
CREATE TABLE tblApplication ( -- 300
  ApplicationID INTEGER PRIMARY KEY, -- n
  CandidateName TEXT NOT NULL, -- person()
  DepartmentID INTEGER NOT NULL REFERENCES tblDepartment(DepartmentID), -- ref('tblDepartment', 1)
  AppliedOn DATE NOT NULL, -- more('2025-01-01', T)
  DecidedOn DATE, -- past(maybe(0.8, plus(AppliedOn, 5, 70)))
  Outcome TEXT -- one('hired|rejected*4|withdrawn') if DecidedOn else None
);
