// Runs a TypeScript entry with the project's Node: `node build/run.mjs service/main.ts --port 0`.
//
// Any Node from 20 on can start it. Set-up writes to stderr: stdout belongs to the program.

import { setUp } from './setup.mjs';
import { handOver } from './setup/launch.mjs';
import { inProject, projectEnvironment, projectNode } from './setup/project.mjs';

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) {
  process.stderr.write('Usage: node build/run.mjs <file.ts> [arguments]\n');
  process.exitCode = 2;
} else {
  setUp('run', (line) => process.stderr.write(`${line}\n`));
  process.exitCode = await handOver(projectNode(), [inProject(entry), ...args], {
    env: projectEnvironment(),
  });
}
