CREATE TABLE t_region ( -- 5
  region_id INTEGER PRIMARY KEY, -- n
  region_name TEXT NOT NULL -- nth('East|West|North|South|Central')
);
CREATE TABLE t_technician ( -- 26
  tech_id INTEGER PRIMARY KEY, -- n
  tech_name TEXT NOT NULL, -- person()
  region_id INTEGER NOT NULL REFERENCES t_region(region_id), -- 1 + n % 5
  skill_level TEXT NOT NULL, -- one('junior*2|senior*3|master')
  hourly_cost REAL NOT NULL, -- 31 + n * 0.7
  is_active INTEGER NOT NULL -- one('1*8|0')
);
CREATE TABLE t_customer ( -- 130
  customer_id INTEGER PRIMARY KEY, -- n
  customer_name TEXT NOT NULL, -- company()
  region_id INTEGER NOT NULL REFERENCES t_region(region_id), -- ref('t_region', 1, 1)
  service_contract TEXT -- one('gold*2|silver*3|-*3')
);
CREATE TABLE t_asset ( -- 280
  asset_id INTEGER PRIMARY KEY, -- n
  serial_no TEXT NOT NULL, -- 'SN' + str(90000 + n * 3)
  customer_id INTEGER NOT NULL REFERENCES t_customer(customer_id), -- ref('t_customer', 0.92, 1.1)
  asset_type TEXT NOT NULL, -- one('boiler*4|heat pump*3|chiller*2|ventilation*2')
  installed_on DATE NOT NULL, -- day('2010-01-01', '2026-01-31')
  warranty_until DATE -- plus(installed_on, 730)
);
CREATE TABLE t_work_order ( -- 1100
  wo_id INTEGER PRIMARY KEY, -- 4000 + n
  asset_id INTEGER NOT NULL REFERENCES t_asset(asset_id), -- ref('t_asset', 0.88, 1.3)
  tech_id INTEGER REFERENCES t_technician(tech_id), -- maybe(0.93, ref('t_technician', 0.92, 1.2))
  wo_type TEXT NOT NULL, -- one('repair*5|maintenance*4|installation')
  priority INTEGER NOT NULL, -- one('1|2*3|3*5')
  reported_at TIMESTAMP NOT NULL, -- at(more('2024-06-01', T), 6, 20)
  scheduled_for DATE, -- maybe(0.95, plus(reported_at[:10], 0, 18))
  arrived_at TIMESTAMP, -- at(past(plus(scheduled_for, 0, 2)), 7, 15) if chance(0.95) else None
  completed_at TIMESTAMP, -- minutes(arrived_at, 30, 420) if arrived_at and chance(0.96) else None
  wo_state TEXT NOT NULL, -- 'completed' if completed_at else 'in progress' if arrived_at else one('open*5|scheduled*4|cancelled*2')
  first_time_fix INTEGER -- one('1*4|0') if completed_at else None
);
CREATE TABLE t_part ( -- 40
  part_id INTEGER PRIMARY KEY, -- n
  part_name TEXT NOT NULL, -- nth('Valve|Pump|Sensor|Filter|Fan|Board|Burner|Gasket') + ' ' + str(n)
  unit_price REAL NOT NULL -- 6 + n * 4.3
);
CREATE TABLE t_part_usage ( -- 900
  usage_id INTEGER PRIMARY KEY, -- n
  wo_id INTEGER NOT NULL REFERENCES t_work_order(wo_id), -- ref('t_work_order', 0.7, 1)
  part_id INTEGER NOT NULL REFERENCES t_part(part_id), -- ref('t_part', 0.9, 1.2)
  quantity INTEGER NOT NULL, -- one('1*5|2*2|4')
  under_warranty INTEGER NOT NULL -- one('0*3|1')
);
CREATE TABLE t_invoice ( -- 650
  invoice_id INTEGER PRIMARY KEY, -- n
  wo_id INTEGER NOT NULL REFERENCES t_work_order(wo_id), -- ref('t_work_order', 0.75, 1)
  invoiced_on DATE NOT NULL, -- min(plus(get('t_work_order', wo_id).reported_at[:10], 5, 40), T)
  labour_eur REAL NOT NULL, -- skew(60, 1200, 2)
  material_eur REAL NOT NULL, -- skew(0, 900, 2)
  credited INTEGER NOT NULL -- one('0*18|1')
);
