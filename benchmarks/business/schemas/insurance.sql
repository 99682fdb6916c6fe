CREATE TABLE Broker ( -- 20
  BrokerId INTEGER PRIMARY KEY, -- n
  BrokerName TEXT NOT NULL, -- company()
  Region TEXT NOT NULL, -- one('North*2|South*2|East')
  CommissionPct REAL NOT NULL -- one('8|10*2|12')
);
CREATE TABLE Policyholder ( -- 340
  HolderId INTEGER PRIMARY KEY, -- n
  Salutation TEXT, -- one('Mr|Ms|-')
  GivenName TEXT NOT NULL, -- first()
  FamilyName TEXT NOT NULL, -- last()
  BirthDate DATE NOT NULL, -- day('1944-01-01', '2005-12-31')
  Town TEXT, -- city()
  EmailAddress TEXT -- maybe(0.8, mail(GivenName, FamilyName))
);
CREATE TABLE ProductLine ( -- 5
  LineCode TEXT PRIMARY KEY, -- nth('MOT|HOU|LIA|TRA|LIF')
  LineName TEXT NOT NULL -- nth('Motor|Household|Liability|Travel|Life')
);
CREATE TABLE Policy ( -- 720
  PolicyId INTEGER PRIMARY KEY, -- n
  PolicyNo TEXT NOT NULL, -- 'P-' + str(300000 + n)
  HolderId INTEGER NOT NULL REFERENCES Policyholder(HolderId), -- ref('Policyholder', 0.93, 1.2)
  LineCode TEXT NOT NULL REFERENCES ProductLine(LineCode), -- ref('ProductLine', 1, 1.2)
  BrokerId INTEGER REFERENCES Broker(BrokerId), -- maybe(0.7, ref('Broker', 0.9, 1.2))
  AnnualPremium REAL NOT NULL, -- skew(45, 2600, 2)
  SignedOn DATE NOT NULL, -- more('2020-01-01', T)
  InceptionDate DATE NOT NULL, -- plus(SignedOn, 1, 40)
  ExpiryDate DATE, -- maybe(0.5, plus(InceptionDate, one('365*4|730*2|1095')))
  CancelledOn DATE, -- past(maybe(0.12, plus(InceptionDate, 40, 900)))
  PolicyStatus TEXT NOT NULL -- 'Cancelled' if CancelledOn else 'Expired' if ExpiryDate and ExpiryDate < T else one('InForce*12|Quote')
);
CREATE TABLE PremiumPayment ( -- 1300
  PaymentId INTEGER PRIMARY KEY, -- n
  PolicyId INTEGER NOT NULL REFERENCES Policy(PolicyId), -- ref('Policy', 0.93, 1.1)
  DueDate DATE NOT NULL, -- more('2024-01-01', plus(T, 25))
  PaidDate DATE, -- past(maybe(0.9, plus(DueDate, -5, 40)))
  AmountCents INTEGER NOT NULL -- int(get('Policy', PolicyId).AnnualPremium * 25) + num(0, 300)
);
CREATE TABLE Claim ( -- 540
  ClaimId INTEGER PRIMARY KEY, -- n
  PolicyId INTEGER NOT NULL REFERENCES Policy(PolicyId), -- ref('Policy', 0.6)
  LossDate DATE NOT NULL, -- more('2023-09-01', T)
  ReportedDate DATE NOT NULL, -- min(plus(LossDate, 0, 35), T)
  Cause TEXT NOT NULL, -- one('water*3|theft*2|collision*5|fire|storm*2|illness*2')
  ClaimedAmount REAL NOT NULL, -- skew(90, 22000, 2)
  ReservedAmount REAL NOT NULL, -- round(ClaimedAmount * num(0.4, 1, 2), 2)
  ClosedDate DATE, -- past(maybe(0.85, plus(ReportedDate, 6, 160)))
  ClaimStatus TEXT NOT NULL -- one('Settled*4|Rejected|Withdrawn') if ClosedDate else one('Open*4|InReview*2')
);
CREATE TABLE ClaimPayment ( -- 430
  ClaimPaymentId INTEGER PRIMARY KEY, -- n
  ClaimId INTEGER NOT NULL REFERENCES Claim(ClaimId), -- ref('Claim', 0.75, 1)
  PaidOn DATE NOT NULL, -- min(plus(get('Claim', ClaimId).ReportedDate, 5, 150), T)
  Amount REAL NOT NULL -- round(get('Claim', ClaimId).ReservedAmount * num(0.3, 1, 2), 2)
);
