// How the desktop app is packaged: an installer or archive for the system that it is made on, from the folder that
// build/package-desktop.mjs has laid out. The reasons are in docs/decisions.md.

export default {
  appId: 'app.railbird.desktop',
  productName: 'Railbird',
  artifactName: '${name}-${version}-${os}-${arch}.${ext}',
  directories: { app: 'dist/desktop/app', buildResources: 'build/desktop', output: 'dist/desktop/made' },

  // The folder holds what belongs into the app and nothing else; its modules are there, built or ready-made, and speak
  // Node's stable interface, which Electron's releases share.
  files: ['**/*'],
  npmRebuild: false,
  nodeGypRebuild: false,

  // Everything is one archive, whose integrity is checked, but what cannot be used in it: libraries that the system
  // loads, the thread that holds large views, and the sample service, which is a process of its own.
  asar: true,
  asarUnpack: [
    'node_modules/**/*.{node,so,so.*,dylib,dll}',
    'dist/electron/engine.worker.mjs',
    'sample/**/*',
  ],

  electronFuses: {
    // The sample service has a Node of its own beside it: nobody borrows the app's name, and with it the keychain's
    // trust, for other code.
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    enableCookieEncryption: true,
    // The window has a scheme of its own and opens no file: addresses.
    grantFileProtocolExtraPrivileges: false,
  },

  linux: {
    category: 'Utility',
    synopsis: 'A desktop data browser for horse-racing handicappers',
    target: ['AppImage', 'tar.gz'],
  },
  mac: { category: 'public.app-category.utilities', target: ['dmg', 'zip'], hardenedRuntime: true },
  win: { target: ['nsis'] },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },

  // Nothing is fetched or sent by a packaged app but what its person asks of the service: there is no updater.
  publish: null,
};
