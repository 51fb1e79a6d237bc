// `import --watch`: imports what is dropped into a folder, until it is stopped.

import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminTerminal } from '../../command.ts';
import { DropFolder } from './drops.ts';
import { importDetail } from '../note-import.ts';
import type { FileOutcome, PublishDeps } from './publish-drop.ts';
import { Stopped, publishDrop } from './publish-drop.ts';

interface WatchDeps extends PublishDeps, Pick<AdminTerminal, 'out' | 'say'> {
  /** Tells the audit log what was imported. */
  readonly note: (details: readonly string[]) => Promise<void>;
}

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
          await this.#note(outcome.files);
        }
      }
    } catch (error) {
      if (error instanceof Stopped) return;
      const trouble = error instanceof Error ? error.message : String(error);
      if (trouble !== this.#trouble) this.#deps.say(`Waiting, because ${trouble}`);
      this.#trouble = trouble;
    }
  }

  /** What was published stays so, whether or not the audit log can be written. */
  async #note(files: readonly FileOutcome[]): Promise<void> {
    const details = files.flatMap((file) =>
      file.event === 'imported' ? importDetail(file.table, [file.file], file) : [],
    );
    if (details.length === 0) return;
    try {
      await this.#deps.note(details);
    } catch (error) {
      const trouble = error instanceof Error ? error.message : String(error);
      this.#deps.say(`The audit log lacks an import, because ${trouble}: ${details.join('; ')}`);
    }
  }

  #report(line: object): void {
    this.#deps.out(JSON.stringify(line));
  }
}
