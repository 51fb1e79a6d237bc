// New versions of the app.

import type { Updates } from '../../updates/updates.ts';
import type { Implementer } from '../implementer.ts';

export function updatesHandlers(os: Implementer['updates'], updates: Updates) {
  return {
    watch: os.watch.handler(({ signal }) => updates.watch(signal)),
    check: os.check.handler(() => updates.check()),
    download: os.download.handler(() => updates.download()),
    install: os.install.handler(() => updates.install()),
  };
}
