import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ofRunner } from '#shared/annotations/annotation.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeAnnotations } from '../../testing/fake-annotations.ts';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { recordSource } from '../../racing/sorted-rows.ts';
import { useRowMarks } from './use-row-marks.tsx';

afterEach(cleanup);

const RACE = '05265611';
const ROWS = recordSource(
  ['01', '02'].map((horse_number) => ({
    racekey: RACE,
    racedate: '20261115',
    horse_number,
    horse_name: 'x',
  })),
);

it('an open menu shows the marks of its runner, whatever row is the current one by then', async () => {
  const { kept: _, ...procedures } = fakeAnnotations();
  await procedures.change({ ...ofRunner(RACE, 2), mark: '3' });
  function Rows(): ReactNode {
    const [current, setCurrent] = useState(1);
    const marks = useRowMarks(ROWS, current);
    return (
      <>
        <button type="button" onClick={() => marks.entriesOf(1)[0]?.run()}>
          menu
        </button>
        <button type="button" onClick={() => setCurrent(0)}>
          first row
        </button>
        {marks.overlay}
      </>
    );
  }
  await draw(<Rows />, fakeBridge({ annotations: procedures }));
  const other = screen.getByText('first row');
  fireEvent.click(screen.getByText('menu'));
  fireEvent.click(other);
  expect(await screen.findByRole('menuitem', { name: /▲.*selected/ })).toBeDefined();
});
