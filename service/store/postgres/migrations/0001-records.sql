-- The records: a table each, its filters and its order as columns, the record as one line of JSON. Text compares by
-- its bytes (COLLATE "C"), as in the other store, so that both give the same order on every machine. What is found by
-- an index comes in the table's order.

CREATE TABLE t_ra (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey)
);
CREATE INDEX t_ra_by_racekey ON t_ra (racekey, racedate);

CREATE TABLE d_ra (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey)
);
CREATE INDEX d_ra_by_racekey ON d_ra (racekey, racedate);

CREATE TABLE t_ka (
  racedate text COLLATE "C" NOT NULL,
  holdingkey text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, holdingkey)
);
CREATE INDEX t_ka_by_holdingkey ON t_ka (holdingkey, racedate);

CREATE TABLE d_ka (
  racedate text COLLATE "C" NOT NULL,
  holdingkey text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, holdingkey)
);
CREATE INDEX d_ka_by_holdingkey ON d_ka (holdingkey, racedate);

CREATE TABLE t_ky (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  horse_number bigint NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey, horse_number)
);
CREATE INDEX t_ky_by_racekey ON t_ky (racekey, racedate, horse_number);

CREATE TABLE d_ky (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  horse_number bigint NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey, horse_number)
);
CREATE INDEX d_ky_by_racekey ON d_ky (racekey, racedate, horse_number);

CREATE TABLE t_pd (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  horse_number bigint NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey, horse_number)
);
CREATE INDEX t_pd_by_racekey ON t_pd (racekey, racedate, horse_number);

CREATE TABLE t_ch (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  horse_number bigint NOT NULL,
  exercise_date text COLLATE "C" NOT NULL,
  number_of_times text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey, horse_number, exercise_date, number_of_times)
);
CREATE INDEX t_ch_by_racekey ON t_ch (racekey, racedate, horse_number, exercise_date, number_of_times);

CREATE TABLE t_ze (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  horse_number bigint NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey, horse_number)
);
CREATE INDEX t_ze_by_racekey ON t_ze (racekey, racedate, horse_number);

CREATE TABLE t_zk (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  horse_number bigint NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey, horse_number)
);
CREATE INDEX t_zk_by_racekey ON t_zk (racekey, racedate, horse_number);

CREATE TABLE d_zk (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  horse_number bigint NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey, horse_number)
);
CREATE INDEX d_zk_by_racekey ON d_zk (racekey, racedate, horse_number);

CREATE TABLE t_se (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  horse_number bigint NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey, horse_number)
);
CREATE INDEX t_se_by_racekey ON t_se (racekey, racedate, horse_number);

CREATE TABLE d_se (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  horse_number bigint NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey, horse_number)
);
CREATE INDEX d_se_by_racekey ON d_se (racekey, racedate, horse_number);

CREATE TABLE t_hj (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey)
);
CREATE INDEX t_hj_by_racekey ON t_hj (racekey, racedate);

CREATE TABLE d_hj (
  racedate text COLLATE "C" NOT NULL,
  racekey text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (racedate, racekey)
);
CREATE INDEX d_hj_by_racekey ON d_hj (racekey, racedate);

CREATE TABLE m_uk (
  horse_id text COLLATE "C" NOT NULL,
  kettonum text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (horse_id)
);
CREATE INDEX m_uk_by_kettonum ON m_uk (kettonum, horse_id);
