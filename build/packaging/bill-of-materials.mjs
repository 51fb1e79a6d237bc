// The bill of materials of the desktop app, in CycloneDX's format: npm lists the packages that the build output comes
// from, and what is not a package of npm's is added.

import { inProject, readJson } from '../setup/project.mjs';
import { run } from './runtime.mjs';

/** @returns {object} for this system, from the lock file. @throws if npm cannot list the packages */
export function billOfMaterials() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const listed = run(npm, ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx']);
  return completeBill(JSON.parse(listed), {
    lock: readJson(inProject('package-lock.json')),
    electron: readJson(inProject('node_modules', 'electron', 'package.json')).version,
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
  });
}

/**
 * Names the app, leaves out packages for other systems, and adds Electron and the Node that runs the sample.
 * @param {{ metadata: object, components: object[], dependencies?: object[] }} bill  as npm writes it
 * @param {{ lock: object, electron: string, node: string, platform: string, arch: string }} app
 */
export function completeBill(bill, { lock, electron, node, platform, arch }) {
  const isElsewhere = ({ os, cpu }) =>
    (os !== undefined && !os.includes(platform)) || (cpu !== undefined && !cpu.includes(arch));
  const elsewhere = new Set(
    Object.entries(lock.packages)
      .filter(([, each]) => isElsewhere(each))
      .map(([at, { version }]) => `${at.slice(at.lastIndexOf('node_modules/') + 13)}@${version}`),
  );
  const isHere = (ref) => !elsewhere.has(ref);
  const { name, version } = lock;
  const program = (type, added, of, license) => ({
    'bom-ref': `${added}@${of}`,
    type,
    name: added,
    version: of,
    purl: `pkg:generic/${added}@${of}`,
    licenses: [{ license: { id: license } }],
  });
  return {
    ...bill,
    metadata: {
      ...bill.metadata,
      component: { ...program('application', name, version, 'MIT'), purl: `pkg:npm/${name}@${version}` },
    },
    components: [
      ...bill.components.filter((each) => isHere(each['bom-ref'])),
      program('framework', 'electron', electron, 'MIT'),
      program('application', 'node', node, 'MIT'),
    ],
    dependencies: (bill.dependencies ?? [])
      .filter(({ ref }) => isHere(ref))
      .map((each) => ({ ...each, dependsOn: (each.dependsOn ?? []).filter(isHere) })),
  };
}
