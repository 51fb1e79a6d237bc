// Configures the package of the desktop app: an installer or archive for the present system, made from the folder that
// build/package-desktop.mjs has laid out. docs/decisions.md gives the reasons.

import { inProject, readJson } from '../setup/project.mjs';
import { homepageOf, updateFeedOf } from './origin.mjs';

const homepage = homepageOf(process.env);
const feed = updateFeedOf(process.env);

export default {
  appId: 'app.railbird.desktop',
  productName: 'Railbird',
  artifactName: '${name}-${version}-${os}-${arch}.${ext}',
  directories: { app: 'dist/desktop/app', buildResources: 'build/desktop', output: 'dist/desktop/made' },

  // The folder contains exactly what belongs in the app; its native modules are built or prebuilt for Node's stable
  // interface, which Electron's releases share.
  files: ['**/*'],
  npmRebuild: false,
  nodeGypRebuild: false,

  // Everything goes into one archive, whose integrity is checked, except what cannot be used from inside it: libraries
  // that the system loads, the worker for large results, and the sample service, which is a separate process.
  asar: true,
  asarUnpack: [
    'node_modules/**/*.{node,so,so.*,dylib,dll}',
    'dist/electron/engine.worker.mjs',
    'sample/**/*',
  ],

  electronFuses: {
    // The sample service has its own Node beside it: no other code may borrow the app's name, and with it the
    // keychain's trust.
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    enableCookieEncryption: true,
    // There is no snapshot of our own.
    loadBrowserProcessSpecificV8Snapshot: false,
    // The window has its own scheme and opens no file: addresses.
    grantFileProtocolExtraPrivileges: false,
  },

  // Addresses of screens: railbird://race/... (shared/address.ts).
  protocols: [{ name: 'Railbird', schemes: ['railbird'] }],

  // Files that the app opens. Tables of other programs stay with those: on Linux and macOS the app is offered for them.
  fileAssociations: readJson(inProject('shared', 'file-types.json')).map(({ ending, mime, name }) => ({
    ext: ending,
    name: name.en,
    description: name.en,
    mimeType: mime,
    rank: 'Owner',
  })),

  linux: {
    category: 'Utility',
    synopsis: 'A desktop data browser for horse-racing handicappers',
    maintainer: 'The Railbird authors',
    mimeTypes: ['text/csv'],
    // deb and rpm must name a page on which the program is described.
    target: ['AppImage', 'tar.gz', ...(homepage === undefined ? [] : ['deb', 'rpm'])],
  },
  mac: { category: 'public.app-category.utilities', target: ['dmg', 'zip'], hardenedRuntime: true },
  win: { target: ['nsis'] },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },

  // The address goes into the package, and the list of versions beside it, for whoever publishes them; nothing is
  // uploaded. Without an address the app looks for no new version.
  publish: feed === undefined ? null : { provider: 'generic', url: feed },
};
