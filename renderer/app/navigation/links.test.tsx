import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { openLinksInTabs } from './links.ts';
import { useNavigationStore } from './navigation.ts';
import { allTabs } from './tabs.ts';
import { currentStep } from './trail.ts';

const act = vi.fn();
const onMenu = vi.fn(() => true);
let stop = (): void => undefined;

beforeEach(async () => {
  act.mockClear();
  onMenu.mockClear();
  stop = openLinksInTabs(window, onMenu);
  await draw(
    <>
      <PlaceLink to={{ screen: 'horse', horse_id: '202300010001' }}>サンプルホマレ</PlaceLink>
      <PlaceLink to={{ screen: 'payoffs' }} inPlace>
        In place
      </PlaceLink>
      <button type="button" onClick={act}>
        Remove
      </button>
    </>,
    fakeBridge(),
  );
});
afterEach(() => {
  stop();
  cleanup();
});

const screens = () =>
  allTabs(useNavigationStore.getState()).map(({ trail }) => currentStep(trail).route.screen);
const horse = (): HTMLElement => screen.getByRole('link', { name: 'サンプルホマレ' });

describe('a link', () => {
  it('is followed by a plain click', async () => {
    await userEvent.setup().click(horse());
    expect(screens()).toEqual(['horse']);
  });

  it('opens behind, under its own text, with Ctrl or the middle button, and is not followed', async () => {
    fireEvent.click(horse(), { ctrlKey: true });
    fireEvent(horse(), new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }));
    expect(screens()).toEqual(['day', 'horse', 'horse']);
    expect(useNavigationStore.getState().after.map(({ title }) => title)).toEqual([
      'サンプルホマレ',
      'サンプルホマレ',
    ]);
    expect(useNavigationStore.getState().trail.steps).toHaveLength(1);
  });

  it('is shown at once with Shift, and opens with Ctrl+Enter', () => {
    fireEvent.keyDown(horse(), { key: 'Enter', ctrlKey: true });
    fireEvent.click(screen.getByRole('link', { name: 'In place' }), { metaKey: true, shiftKey: true });
    expect(screens()).toEqual(['day', 'horse', 'payoffs']);
    expect(currentStep(useNavigationStore.getState().trail).route.screen).toBe('payoffs');
  });

  it('tells its menu where it leads, without leading there', () => {
    fireEvent.contextMenu(horse());
    expect(onMenu).toHaveBeenCalledWith(
      horse(),
      expect.objectContaining({ route: { screen: 'horse', horse_id: '202300010001' } }),
    );
    expect(screens()).toEqual(['day']);
  });
});

describe('any other button', () => {
  it('is not pressed by the middle or the right button, and keeps its click with Ctrl', () => {
    const button = screen.getByRole('button', { name: 'Remove' });
    fireEvent.contextMenu(button);
    fireEvent(button, new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }));
    expect(act).not.toHaveBeenCalled();
    fireEvent.click(button, { ctrlKey: true });
    expect(act).toHaveBeenCalledOnce();
    expect(screens()).toEqual(['day']);
  });
});
