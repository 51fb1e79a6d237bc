// Before the first test: the window is built from the sources as they are.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export default function buildWindow(): void {
  const build = fileURLToPath(new URL('../build/window.mjs', import.meta.url));
  execFileSync(process.execPath, [build, 'renderer'], { stdio: ['ignore', 'inherit', 'inherit'] });
}
