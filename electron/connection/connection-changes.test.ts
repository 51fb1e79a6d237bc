import { expect, test } from 'vitest';
import { ActivityBoard } from '../service-client/activity.ts';
import { withConnectionChanges } from './connection-changes.ts';

test('every change of the connection is an activity of its own, until the listener leaves', () => {
  let change = () => undefined as void;
  const board = new ActivityBoard();
  const source = withConnectionChanges(board, { onChange: (listener) => (change = listener) });
  const seen: unknown[] = [];
  const leave = source.subscribe(({ connections, answered }) => seen.push([connections, answered]));
  change();
  board.set({ ...board.current(), answered: 2 });
  change();
  leave();
  change();
  expect(seen).toEqual([
    [1, 0],
    [1, 2],
    [2, 2],
  ]);
  expect(source.current().connections).toBe(3);
});
