// Queries that would lead out of the archive, change it or its settings, or that are none: every way to ask refuses them.

import { join } from 'node:path';

interface Around {
  /** A folder that may be read and written. */
  readonly dir: string;
  /** A file in it. */
  readonly outside: string;
  /** The archive's own file. */
  readonly archive: string;
}

export const attacksOn = ({ dir, outside, archive }: Around): readonly string[] => [
  `select * from read_csv('${outside}')`,
  `select * from read_text('${outside}')`,
  `select * from '${outside}'`,
  `select * from glob('${dir}/*')`,
  `copy (select 1) to '${join(dir, 'x.csv')}'`,
  // The archive's own file is the only one that it may open.
  `copy (select 1) to '${archive}'`,
  `copy (select 1) to '${archive}.wal'`,
  `attach '${archive}' as again`,
  "attach ':memory:' as m",
  `select * from read_blob('${outside}')`,
  `select * from read_json_auto('${outside}')`,
  `select * from sniff_csv('${outside}')`,
  `select * from parquet_scan('${outside}')`,
  `select * from read_csv('https://example.com/x.csv')`,
  'select * from duckdb_extensions()',
  'select * from duckdb_secrets()',
  "select getenv('HOME')",
  `select * from enable_logging(storage = 'file', storage_path = '${join(dir, 'log')}')`,
  'select * from force_checkpoint()',
  "select * from query('select * from duckdb_secrets()')",
  'with x as (select 1) select * from x, lateral (select * from duckdb_settings())',
  "select * from json_execute_serialized_sql(json_serialize_sql('select 1'))",
  "pragma memory_limit = '10GB'",
  `pragma profiling_output = '${join(dir, 'profile')}'`,
  'pragma threads = 64',
  `call enable_logging(storage = 'file', storage_path = '${join(dir, 'log')}')`,
  'load httpfs',
  "set memory_limit = '10GB'",
  'reset enable_external_access',
  'use memory',
  'begin',
  'prepare p as select 1',
  'checkpoint',
  `import database '${dir}'`,
  'delete from t_ra returning *',
  'select 1 into x',
  ' ; ',
  `export database '${join(dir, 'x')}'`,
  `attach '${join(dir, 'x.duckdb')}'`,
  'install httpfs',
  'set enable_external_access = true',
  'set lock_configuration = false',
  'delete from t_ra',
  `insert into note values ('a', 'b')`,
  'create temp table x (a int)',
  'explain analyze delete from t_ra',
  'select 1; delete from t_ra',
  'call pragma_version()',
  'selec',
  'select nosuch from t_ra',
  '',
  "select nextval('record_numbers')",
  'summarize from duckdb_secrets()',
  'select * from (describe from duckdb_settings())',
  'select 1) to x',
  "select 1) as asked(c0) limit 1; copy (select 1) to 'x' --",
  'select * from (select 1); drop view races',
  'create or replace view races as select 1',
  `select * from read_ndjson_objects('${outside}')`,
  `from '${outside}' select *`,
  'with x as (delete from t_ra returning *) select * from x',
];
