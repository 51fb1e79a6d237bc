// Rules over a few runners, with their files and their count of runs in a temporary folder.

import { join } from 'node:path';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { Archive } from '../../archive/archive.ts';
import { ruleFiles } from '../../rules/rule-files.ts';
import { openRuleLooks } from '../../rules/rule-looks.ts';
import { createRules, type Rules } from '../../rules/rules.ts';
import { fakeResult, fakeResults } from '../../testing/fake-result.ts';

const runner = (horse_number: string, rank: string) => ({
  racedate: '20261115',
  racekey: '05264101',
  horse_number,
  bracket_number: horse_number,
  horse_name: `馬${horse_number}`,
  integration_index_rank: rank,
});

/** The user has no marks. */
export async function fakeRules(dataDir: string, archive: () => Promise<Archive>): Promise<Rules> {
  const unexpected = (what: unknown): never => {
    throw new Error(`unexpected: ${JSON.stringify(what)}`);
  };
  const result = fakeResult({
    source: { kind: 'subject', subject: 'runners', from: '20261115', to: '20261115' },
    columns: SUBJECTS.runners.columns,
    records: [runner('1', '2'), runner('2', '1')],
  });
  return createRules({
    results: fakeResults(result),
    files: ruleFiles(join(dataDir, 'rules')),
    looks: await openRuleLooks({ dataDir, notify: unexpected, report: unexpected }),
    service: () => ({ name: 'sample', archive, annotations: () => unexpected('annotations') }),
    now: () => 1,
  });
}
