import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Panel, Tabs } from './Tabs.tsx';

const TABS = ['one', 'two', 'three'].map((id) => ({ id, label: id }));

/** Writes down what was chosen. */
function Chosen({ chosen }: { readonly chosen: string[] }) {
  const [shown, setShown] = useState('one');
  const onSelect = (id: string): void => {
    chosen.push(id);
    setShown(id);
  };
  return (
    <Tabs label="Tabs" tabs={TABS} selected={shown} onSelect={onSelect}>
      {TABS.map(({ id }) => (
        <Panel key={id} id={id} isShown={id === shown}>
          <button type="button">in {id}</button>
        </Panel>
      ))}
    </Tabs>
  );
}

afterEach(cleanup);

it('are chosen as the mouse is pressed, once', async () => {
  const user = userEvent.setup();
  const chosen: string[] = [];
  render(<Chosen chosen={chosen} />);
  const target = screen.getByRole('tab', { name: 'two' });
  await user.pointer({ target, keys: '[MouseRight]' });
  expect(chosen).toEqual([]);
  await user.pointer({ target, keys: '[MouseLeft>]' });
  expect(chosen).toEqual(['two']);
  expect(screen.getByRole('tabpanel', { name: 'two' })).toBeDefined();
  await user.pointer({ keys: '[/MouseLeft]' });
  expect(chosen).toEqual(['two']);
});

it('are chosen when a finger is lifted, since it may be scrolling', async () => {
  const user = userEvent.setup();
  const chosen: string[] = [];
  render(<Chosen chosen={chosen} />);
  await user.pointer({ target: screen.getByRole('tab', { name: 'two' }), keys: '[TouchA>]' });
  expect(chosen).toEqual([]);
  await user.pointer({ keys: '[/TouchA]' });
  expect(chosen).toEqual(['two']);
});

it('are one stop of the Tab key, and the arrow keys choose', async () => {
  const user = userEvent.setup();
  const chosen: string[] = [];
  render(<Chosen chosen={chosen} />);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('one');
  await user.keyboard('{ArrowLeft}{ArrowRight}{ArrowRight}{End}{Home}');
  expect(chosen).toEqual(['three', 'one', 'two', 'three', 'one']);
  expect(document.activeElement?.textContent).toBe('one');
  await user.keyboard('{Control>}{ArrowRight}{/Control}');
  expect(document.activeElement?.textContent).toBe('one');
  await user.keyboard('{ArrowRight}');
  await user.tab({ shift: true });
  await user.tab();
  expect(document.activeElement?.textContent).toBe('two');
});

it('have one panel for who reads the screen', () => {
  render(<Chosen chosen={[]} />);
  const tab = screen.getByRole('tab', { selected: true });
  const panel = screen.getByRole('tabpanel');
  expect(tab.getAttribute('aria-controls')).toBe(panel.id);
  expect(panel.getAttribute('aria-labelledby')).toBe(tab.id);
});
