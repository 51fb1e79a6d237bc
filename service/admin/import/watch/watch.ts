// `import --watch`: imports what is dropped into a folder, until it is stopped.

import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminTerminal } from '../../command.ts';
import { DropFolder } from './drops.ts';
import type { PublishDeps } from './publish-drop.ts';
import { Stopped, publishDrop } from './publish-drop.ts';

type WatchDeps = PublishDeps & Pick<AdminTerminal, 'out' | 'say'>;

export class Watch {
  readonly #drops: DropFolder;
  readonly #deps: WatchDeps;
  /** The last trouble that was reported, so that it is not reported at each round. */
  #trouble = '';

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    this.#drops = new DropFolder(deps.folder);
  }

  /** Rounds with a pause between them, until it is told to stop. */
  async run(milliseconds: number): Promise<void> {
    const { stopping } = this.#deps;
    while (!stopping.aborted) {
      await this.round();
      await sleep(milliseconds, undefined, { signal: stopping }).catch(() => {});
    }
  }

  /**
   * Imports what has not changed since the last round. Never rejects: while the folder or the store cannot be used,
   * everything stays as it is for the next round.
   */
  async round(): Promise<void> {
    try {
      for (const drop of this.#drops.settled()) {
        if (this.#deps.stopping.aborted) return;
        const started = performance.now();
        const outcome = await publishDrop(drop, this.#deps);
        this.#trouble = '';
        if (outcome.kind === 'gone') continue;
        const around = {
          moved_to: outcome.movedTo,
          milliseconds: Math.round(performance.now() - started),
        };
        if (outcome.kind === 'failed') {
          this.#report({ event: 'failed', file: drop.name, problem: outcome.problem, ...around });
        } else {
          for (const file of outcome.files) this.#report({ ...file, ...around });
        }
      }
    } catch (error) {
      if (error instanceof Stopped) return;
      const trouble = error instanceof Error ? error.message : String(error);
      if (trouble !== this.#trouble) this.#deps.say(`Waiting, because ${trouble}`);
      this.#trouble = trouble;
    }
  }

  #report(line: object): void {
    this.#deps.out(JSON.stringify(line));
  }
}
