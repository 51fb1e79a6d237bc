// What becomes of archives of earlier versions. Each step takes an archive from its number to the next one; one that
// was ever published never changes.

/** By the version that it begins from: SQL statements in order. */
const STEPS: Readonly<Record<number, readonly string[]>> = {
  1: [
    // Which answer a record was set aside of: of one that is replaced, the new one knows.
    'alter table aside add column fetched_at BIGINT',
    `update aside set fetched_at = coverage.fetched_at from coverage
       where coverage.table_code = aside.table_code and coverage.unit = aside.unit`,
  ],
  // Records that came twice word for word were counted with those that were set aside.
  2: ['alter table coverage add column repeated INTEGER default 0'],
};

/** The version that this app writes. */
export const SCHEMA_VERSION = 3;

/** What brings an archive of this version up to date. */
export function stepsFrom(version: number): string[] {
  const steps: string[] = [];
  for (let from = version; from < SCHEMA_VERSION; from += 1) steps.push(...(STEPS[from] ?? []));
  return steps;
}
