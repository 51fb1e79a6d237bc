// Keeps the window in the chosen language, theme and density.

import { useEffect, useState } from 'react';
import { useSettings } from '../client/use-settings.ts';
import { changeLanguage } from '../text/text.ts';
import { applyLook, lookOf, machineOf, watchMachine } from './appearance.ts';

export function useAppearance(): void {
  const { settings } = useSettings();
  const [machine, setMachine] = useState(() => machineOf(window));
  useEffect(() => watchMachine(window, () => setMachine(machineOf(window))), []);
  useEffect(() => {
    if (settings === undefined) return;
    const look = lookOf(settings, machine);
    applyLook(document, look);
    void changeLanguage(look.language);
  }, [settings, machine]);
}
