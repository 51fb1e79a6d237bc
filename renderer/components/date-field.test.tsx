import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
