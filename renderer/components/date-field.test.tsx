import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../text/text.ts';
import { DateField } from './DateField.tsx';

beforeEach(() => startI18n('en'));
afterEach(cleanup);

it('a date that is being typed stays while the screen is drawn for other reasons', () => {
  const field = () => <DateField label="From" value="20260131" onChange={() => undefined} />;
  const { rerender } = render(field());
  const month = (): HTMLElement => screen.getByRole('spinbutton', { name: /month/ });
  // February has no 31st, so this is no date until the day is typed as well.
  fireEvent(
    month(),
    new InputEvent('beforeinput', { data: '2', inputType: 'insertText', bubbles: true, cancelable: true }),
  );
  expect(month().textContent).toBe('02');
  rerender(field());
  expect(month().textContent).toBe('02');
});

it('names the marks of its days, shows them by a glyph with their legend, and tells the month that it shows', async () => {
  const user = userEvent.setup();
  const onMonth = vi.fn<(month: { from: string; to: string } | undefined) => void>();
  const marks = new Map([['20261107', { glyph: '■', label: 'stored' }]]);
  render(
    <DateField
      label="Day"
      value="20261115"
      onChange={() => undefined}
      marks={marks}
      legend={<p>■ stored</p>}
      onMonth={onMonth}
    />,
  );
  expect(onMonth).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: /Open calendar/ }));
  const marked = screen.getByRole('button', { name: /November 7, 2026, stored$/ });
  expect(marked.textContent).toBe('7■');
  expect(screen.getByRole('button', { name: /November 8, 2026$/ }).textContent).toBe('8');
  expect(screen.getByText('■ stored')).toBeDefined();
  expect(onMonth.mock.calls).toEqual([[{ from: '20261101', to: '20261130' }]]);
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(onMonth).toHaveBeenLastCalledWith({ from: '20261001', to: '20261031' });
  await user.keyboard('{Escape}');
  expect(onMonth).toHaveBeenLastCalledWith(undefined);
});

it('marks days of one kind without a glyph', async () => {
  render(
    <DateField label="Day" value="20261115" onChange={() => undefined} marked={new Set(['20261107'])} />,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: /Open calendar/ }));
  const day = screen.getByRole('button', { name: /November 7, 2026$/ });
  expect(day.className).toContain('date-field-day-marked');
  expect(day.textContent).toBe('7');
});
