// Generates days of sample racing and stores each as soon as it is finished. Several threads may share one task: each
// takes the next free period, and they write in turns. History comes last, without haste: at a low priority where a
// thread can have its own, with a rest after each day, and the days first that somebody waits for.

import { statfsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { sampleDays } from '../generator/generate.ts';
import type { DayPart } from './parts.ts';
import { QUICKLY_MADE } from './parts.ts';
import { chunksOf, momentKey, quicklyMade } from './plan.ts';
import { SampleFile } from './sample-file.ts';
import { isKept } from './sample-store.ts';
import { exclusively, nextTurn, restUnlessWanted, satisfy, wantedDays } from './shared-work.ts';
import type { Share } from './thread.ts';

type Report = (racedate: string, part: DayPart) => void;

/** Rest after work, as a multiple of its time: history takes at most half a core. */
const REST = 1;

/** History leaves that much of the disk free. */
const LEAST_FREE_BYTES = 2 ** 30;

/** Makes this thread's share of a task. @throws if a day has no racing, or the disk is full */
export function makeDays(share: Share, report: Report): void {
  const file = new SampleFile(share.order.file, { packs: share.order.packs });
  try {
    new DayMaker(share, file, report).make();
  } finally {
    file.close();
  }
}

class DayMaker {
  readonly #share: Share;
  readonly #file: SampleFile;
  readonly #report: Report;
  readonly #position: ReadonlyMap<string, number>;
  /** Days whose quick part is not generated yet, and days that are not complete, the newest first. */
  readonly #withoutQuick: Set<string>;
  readonly #incomplete: Set<string>;

  constructor(share: Share, file: SampleFile, report: Report) {
    const { racedates, quick } = share.order;
    this.#share = share;
    this.#file = file;
    this.#report = report;
    this.#position = new Map(racedates.map((racedate, at) => [racedate, at]));
    this.#withoutQuick = new Set(racedates.filter((racedate) => !quick.includes(racedate)));
    this.#incomplete = new Set(racedates);
  }

  make(): void {
    const { order, turns } = this.#share;
    const { racedates, historyBefore, remove } = order;
    const recent = racedates.filter((racedate) => racedate >= historyBefore);
    const hasHistory = recent.length < racedates.length;
    // Chunks save a tenth of the time, but nothing that somebody waits for comes in between.
    const chunks = hasHistory
      ? recent.map((racedate) => ({ from: racedate, to: racedate }))
      : chunksOf(recent);
    let turn = nextTurn(turns);
    // The first turn covers both parts; the other threads continue with the following days.
    if (turn === 0) this.#quickParts(quicklyMade(recent));
    for (; turn < chunks.length; turn = nextTurn(turns)) {
      const { from, to } = chunks[turn] ?? { from: '', to: '' };
      if (hasHistory) this.#awaited();
      this.#wholeDays(recent.filter((racedate) => racedate >= from && racedate <= to));
    }
    // The first thread that runs out of work does the rest.
    if (turn !== chunks.length) return;
    if (hasHistory) this.#history();
    for (const racedate of remove) exclusively(turns, () => this.#file.removeDays([racedate]));
  }

  #history(): void {
    yieldToOthers();
    for (const racedate of this.#withoutQuick) {
      this.#awaited();
      this.#unhurried(() => this.#quickParts([racedate]));
    }
    for (const racedate of this.#incomplete) {
      this.#awaited();
      this.#unhurried(() => this.#wholeDays([racedate]));
    }
  }

  /** Generates what somebody waits for. */
  #awaited(): void {
    const { order, turns } = this.#share;
    for (const part of [1, 2] as const) {
      const days = wantedDays(turns, part).flatMap((day) => order.racedates[day] ?? []);
      if (part === 1) this.#quickParts(days);
      else for (const racedate of days) this.#wholeDays([racedate]);
    }
  }

  /** Works, and rests as long as that took, unless somebody waits for a day. */
  #unhurried(work: () => void): void {
    const started = performance.now();
    work();
    restUnlessWanted(this.#share.turns, (performance.now() - started) * REST);
  }

  /** Generates the quick part of days, which many queries wait for, one by one: it shares no work between them. */
  #quickParts(racedates: readonly string[]): void {
    for (const racedate of racedates) if (this.#withoutQuick.has(racedate)) this.#made([racedate], 'quick');
  }

  #wholeDays(racedates: readonly string[]): void {
    this.#made(racedates.filter((racedate) => this.#incomplete.has(racedate)).toSorted(), 'whole');
  }

  #made(racedates: readonly string[], part: DayPart): void {
    const { order, turns } = this.#share;
    const { seed, recipe, moment } = order;
    const [from, to] = [racedates[0], racedates.at(-1)];
    if (from === undefined || to === undefined) return;
    if (to < order.historyBefore && freeBytes(order.file) < LEAST_FREE_BYTES)
      throw Object.assign(new Error('less than 1 GiB of the disk is free'), { code: 'ENOSPC' });
    const asOf = momentKey(moment);
    const wanted = new Set(racedates);
    const options = { seed, today: moment.today, now: moment.clock };
    const tables = part === 'quick' ? { tables: QUICKLY_MADE } : {};
    for (const { racedate, records } of sampleDays(from, to, { ...options, ...tables })) {
      if (!wanted.delete(racedate)) continue;
      const kept = new Map([...records].filter(([table]) => isKept(table)));
      const day = { racedate, recipe, asOf };
      exclusively(turns, () => {
        if (part === 'quick') this.#file.keepQuickPart(day, kept);
        else this.#file.keepDay(day, kept);
      });
      this.#withoutQuick.delete(racedate);
      if (part === 'whole') this.#incomplete.delete(racedate);
      satisfy(turns, this.#position.get(racedate) ?? 0, part === 'quick' ? 1 : 2);
      this.#report(racedate, part);
    }
    // Otherwise queries would wait forever for a race day without records.
    if (wanted.size > 0) throw new Error(`no racing was generated for ${[...wanted].join(', ')}`);
  }
}

/** Lowers the priority of this thread; only Linux has one per thread. */
function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}
