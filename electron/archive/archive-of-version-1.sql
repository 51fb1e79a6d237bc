-- An archive as version 1 wrote it, reduced to two tables; its catalogue did not yet have race_name.
CREATE TABLE archive_info (schema_version INTEGER);
CREATE TABLE coverage (
  table_code VARCHAR, unit VARCHAR, last_day VARCHAR, fetched_at BIGINT, records INTEGER,
  provisional INTEGER, set_aside INTEGER, drift INTEGER, reasons VARCHAR, present VARCHAR);
CREATE TABLE aside (table_code VARCHAR, unit VARCHAR, record VARCHAR);
CREATE TABLE note (name VARCHAR, value VARCHAR);
CREATE TABLE t_ra (
  racedate VARCHAR, racekey VARCHAR, headcount VARCHAR, __extra VARCHAR, __fetched_at BIGINT, __seq INTEGER);
CREATE TABLE d_hj (
  racedate VARCHAR, racekey VARCHAR, win_payoff_1 VARCHAR, __extra VARCHAR, __fetched_at BIGINT, __seq INTEGER);

INSERT INTO archive_info VALUES (1);
INSERT INTO coverage VALUES
  ('t_ra', 'day:20261114', '20261114', 1794618000000, 2, 0, 1, 0, '[]', '["racedate","racekey","headcount","race_name"]'),
  ('d_hj', 'day:20261108', '20261108', 1794618000001, 1, 0, 0, 2,
   '[{"reason":"count_differs","where":"20261101-20261108"}]', '["racedate","racekey","win_payoff_1"]');
INSERT INTO aside VALUES ('t_ra', 'day:20261114', '{"racedate":"20261101"}');
INSERT INTO note VALUES ('windowDays:d_ky', '7');
INSERT INTO t_ra VALUES
  ('20261114', '05264101', '16', '{"race_name":"東京新聞杯"}', 1794618000000, 1),
  ('20261114', '05264102', '+ 9', NULL, 1794618000000, 2);
INSERT INTO d_hj VALUES ('20261108', '05264001', '1,230', NULL, 1794618000001, 1);
