// Faults of the computer's clock during queries: the user sets it, the computer sleeps, a new day starts.

import { transmitted, type Fault } from './delivery.ts';
import type { SwiftClock } from './swift-clock.ts';

const HOUR = 3_600_000;

/** Noon in Tokyo for most runs; a minute before midnight for the start of a day. */
export const MIDNIGHT_NEAR = 'clock-midnight';

interface Row {
  readonly name: string;
  readonly does: string;
  readonly turn: (clock: SwiftClock, hours: number) => void;
}

const ROWS: readonly Row[] = [
  {
    name: 'clock-back',
    does: 'sets the clock back by hours, as a second operating system does that takes it for local time',
    turn: (clock, hours) => clock.setBy(-hours * HOUR),
  },
  {
    name: 'clock-forward',
    does: 'sets the clock forward by hours',
    turn: (clock, hours) => clock.setBy(hours * HOUR),
  },
  {
    name: 'clock-sleep',
    does: 'sleeps for hours and wakes',
    turn: (clock, hours) => clock.skip(hours * HOUR),
  },
  {
    name: MIDNIGHT_NEAR,
    does: 'starts a new day in Tokyo',
    turn: (clock) => clock.skip(HOUR / 30),
  },
];

export const CLOCK_FAULTS: readonly Fault[] = ROWS.map(({ name, does, turn }) => ({
  name,
  does,
  spoil: transmitted(() => ({})),
  onHit: (clock, { draw }) => turn(clock, draw.of([1, 3, 9, 15])),
  isWhole: true,
  mustDeliver: true,
  mustBeComplete: true,
}));
