import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { TableList } from './TablePicker.tsx';

afterEach(cleanup);

const lineOf = (code: string): string =>
  screen.getAllByRole('button').find((line) => line.querySelector('code')?.textContent === code)
    ?.textContent ?? '';

it('a line says what one row is in the words of its subject', async () => {
  await draw(<TableList table="races" onChoose={() => undefined} />, fakeBridge());
  expect(lineOf('payoffs')).toContain('one per payoff');
  expect(lineOf('sires')).toContain('one per sire');
  expect(lineOf('jockeys')).toContain('one per jockey');
  expect(lineOf('runs')).toMatch(/one per run\d/);
  expect(lineOf('t_hj')).toContain('one per race');
  cleanup();
  await draw(<TableList table="races" onChoose={() => undefined} />, fakeBridge(), 'ja');
  expect(lineOf('payoffs')).toContain('払戻ごと');
  expect(lineOf('sires')).toContain('種牡馬ごと');
});
