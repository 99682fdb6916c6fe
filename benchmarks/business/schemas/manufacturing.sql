CREATE TABLE Artikelgruppe ( -- 6
  GruppeNr INTEGER PRIMARY KEY, -- n
  Bezeichnung TEXT NOT NULL -- nth('Pumps|Valves|Motors|Seals|Housings|Controls')
);
CREATE TABLE Artikel ( -- 90
  ArtikelNr INTEGER PRIMARY KEY, -- 1000 + n
  Bezeichnung TEXT NOT NULL, -- nth('Pump|Valve|Motor|Seal|Housing|Controller') + ' ' + nth('X|K|T|S|R') + str(100 + n * 3)
  GruppeNr INTEGER NOT NULL REFERENCES Artikelgruppe(GruppeNr), -- 1 + (n - 1) % 6
  Mindestbestand INTEGER NOT NULL, -- num(10, 80)
  Lagerbestand INTEGER NOT NULL, -- skew(0, 400)
  Herstellkosten REAL NOT NULL, -- skew(4, 900, 2)
  Gesperrt INTEGER NOT NULL -- one('0*15|1')
);
CREATE TABLE Maschine ( -- 14
  MaschinenNr INTEGER PRIMARY KEY, -- n
  MaschinenName TEXT NOT NULL, -- nth('Mill|Lathe|Press|Grinder|Laser|Robot|Oven') + ' ' + str(n)
  Halle TEXT NOT NULL, -- nth('A|B|A|C')
  Baujahr INTEGER NOT NULL -- num(1998, 2024)
);
CREATE TABLE Mitarbeiter ( -- 40
  PersNr INTEGER PRIMARY KEY, -- n
  Vorname TEXT NOT NULL, -- first()
  Nachname TEXT NOT NULL, -- last()
  Schicht TEXT -- one('early*3|late*3|night*2|-')
);
CREATE TABLE FertAuftrag ( -- 800
  AuftragNr INTEGER PRIMARY KEY, -- 30000 + n
  ArtikelNr INTEGER NOT NULL REFERENCES Artikel(ArtikelNr), -- ref('Artikel', 0.85)
  MaschinenNr INTEGER NOT NULL REFERENCES Maschine(MaschinenNr), -- ref('Maschine', 0.93, 1.2)
  SollMenge INTEGER NOT NULL, -- num(20, 400)
  GutMenge INTEGER NOT NULL, -- 0
  AusschussMenge INTEGER NOT NULL, -- 0
  AngelegtAm DATE NOT NULL, -- more('2024-05-01', T)
  Termin DATE NOT NULL, -- plus(AngelegtAm, 10, 40)
  GestartetAm TIMESTAMP, -- at(past(plus(AngelegtAm, 1, 15)))
  FertigAm TIMESTAMP, -- at(past(plus(GestartetAm[:10], 1, 35)), 5, 21) if GestartetAm and chance(0.95) else None
  Status TEXT NOT NULL -- one('done*24|cancelled') if FertigAm else 'running' if GestartetAm else one('planned*9|cancelled')
);
CREATE TABLE Rueckmeldung ( -- 1200
  RueckNr INTEGER PRIMARY KEY, -- n
  AuftragNr INTEGER NOT NULL REFERENCES FertAuftrag(AuftragNr), -- ref('FertAuftrag', 0.85, 1)
  PersNr INTEGER NOT NULL REFERENCES Mitarbeiter(PersNr), -- ref('Mitarbeiter', 0.93, 1.3)
  MeldeDatum DATE NOT NULL, -- min(plus((get('FertAuftrag', AuftragNr).GestartetAm or get('FertAuftrag', AuftragNr).AngelegtAm)[:10], 0, 12), T)
  GutMenge INTEGER NOT NULL, -- num(5, 160)
  AusschussMenge INTEGER NOT NULL, -- one('0*4|1*3|2*2|5|12')
  Minuten INTEGER NOT NULL -- num(20, 480)
);
CREATE TABLE Stoerung ( -- 420
  StoerungNr INTEGER PRIMARY KEY, -- n
  MaschinenNr INTEGER NOT NULL REFERENCES Maschine(MaschinenNr), -- ref('Maschine', 0.9, 1.3)
  Grund TEXT NOT NULL, -- one('tool break*3|material missing*3|power|setup*4|maintenance*2')
  Beginn TIMESTAMP NOT NULL, -- at(more('2024-09-01', T), 0, 23)
  Ende TIMESTAMP -- minutes(Beginn, 5, 900) if n < 410 else None
);
