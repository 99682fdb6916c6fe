CREATE TABLE SalesRep ( -- 14
  Id INTEGER PRIMARY KEY, -- n
  Name TEXT NOT NULL, -- person()
  Region TEXT NOT NULL, -- one('DACH*3|Nordics|Benelux|UK')
  IsActive INTEGER NOT NULL -- one('1*6|0')
);
CREATE TABLE Account ( -- 160
  Id INTEGER PRIMARY KEY, -- n
  Name TEXT NOT NULL, -- company()
  Industry TEXT, -- one('Manufacturing*3|Retail*2|Banking|Public|-')
  BillingCity TEXT, -- city()
  AnnualRevenue REAL, -- maybe(0.8, skew(200000, 90000000))
  OwnerId INTEGER NOT NULL REFERENCES SalesRep(Id), -- ref('SalesRep', 0.95, 1.1)
  ParentId INTEGER REFERENCES Account(Id), -- None if n < 20 or n % 6 else n // 6
  CreatedDate TIMESTAMP NOT NULL, -- at(more('2022-01-01', T))
  IsDeleted INTEGER NOT NULL -- one('0*19|1')
);
CREATE TABLE Contact ( -- 380
  Id INTEGER PRIMARY KEY, -- n
  AccountId INTEGER REFERENCES Account(Id), -- maybe(0.95, ref('Account', 0.9))
  FirstName TEXT, -- first()
  LastName TEXT NOT NULL, -- last()
  Title TEXT, -- one('CEO|CFO|Buyer*3|IT Manager*2|-*2')
  Email TEXT, -- maybe(0.8, mail(FirstName, LastName))
  HasOptedOut INTEGER NOT NULL, -- one('0*8|1')
  IsDeleted INTEGER NOT NULL -- one('0*20|1')
);
CREATE TABLE Campaign ( -- 16
  Id INTEGER PRIMARY KEY, -- n
  Name TEXT NOT NULL, -- nth('Spring Webinar|Trade Fair Linz|Newsletter Q1|Partner Day|Autumn Webinar|LinkedIn Push|Roadshow|Whitepaper') + ' ' + str(2024 + n % 3)
  Type TEXT NOT NULL, -- nth('Webinar|Event|Email|Event|Webinar|Social|Event|Content')
  StartDate DATE NOT NULL, -- day('2024-02-01', '2026-09-01')
  EndDate DATE NOT NULL, -- plus(StartDate, 1, 40)
  BudgetedCost REAL NOT NULL, -- skew(800, 30000)
  ActualCost REAL -- maybe(0.9, round(BudgetedCost * num(0.7, 1.4, 2)))
);
CREATE TABLE Lead ( -- 800
  Id INTEGER PRIMARY KEY, -- n
  Name TEXT NOT NULL, -- person()
  Company TEXT NOT NULL, -- company()
  LeadSource TEXT, -- one('Web*5|Phone*2|Referral*2|Trade Show*2|-')
  CampaignId INTEGER REFERENCES Campaign(Id), -- maybe(0.6, ref('Campaign', 0.9))
  Status TEXT NOT NULL, -- one('New*3|Working*3|Qualified*3|Disqualified*3')
  OwnerId INTEGER NOT NULL REFERENCES SalesRep(Id), -- ref('SalesRep', 0.95, 1.2)
  CreatedDate TIMESTAMP NOT NULL, -- at(more('2024-06-01', T))
  ConvertedDate DATE -- past(maybe(0.3, plus(CreatedDate[:10], 2, 60)))
);
CREATE TABLE Opportunity ( -- 700
  Id INTEGER PRIMARY KEY, -- n
  Name TEXT NOT NULL, -- one('New machines|Service contract|Upgrade|Pilot|Renewal*2') + ' ' + str(n)
  AccountId INTEGER NOT NULL REFERENCES Account(Id), -- ref('Account', 0.85)
  OwnerId INTEGER NOT NULL REFERENCES SalesRep(Id), -- ref('SalesRep', 0.95, 1.2)
  StageName TEXT NOT NULL, -- one('Closed Won*5|Closed Lost*5|Prospecting*2|Proposal*2|Negotiation')
  Amount REAL, -- maybe(0.95, skew(1500, 180000))
  Probability INTEGER NOT NULL, -- 100 if StageName == 'Closed Won' else 0 if StageName == 'Closed Lost' else one('10|30*2|60|80')
  CreatedDate TIMESTAMP NOT NULL, -- at(more('2024-02-01', T))
  CloseDate DATE NOT NULL, -- min(plus(CreatedDate[:10], 10, 160), T) if Probability in (0, 100) else plus(T, -20, 120)
  IsDeleted INTEGER NOT NULL -- one('0*24|1')
);
CREATE TABLE Activity ( -- 1300
  Id INTEGER PRIMARY KEY, -- n
  OpportunityId INTEGER REFERENCES Opportunity(Id), -- maybe(0.85, ref('Opportunity', 0.8))
  OwnerId INTEGER NOT NULL REFERENCES SalesRep(Id), -- ref('SalesRep', 0.9, 1.2)
  ActivityType TEXT NOT NULL, -- one('Call*5|Email*5|Meeting*3')
  ActivityDate DATE NOT NULL -- more('2024-06-01', T)
);
