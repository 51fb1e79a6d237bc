// How the day is shown: its courses side by side, one list, or odds against an index. The choice survives a restart.

import { useMemo } from 'react';
import { useTranslation } from '../../text/text.ts';
import { z } from 'zod';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';
import { useRemembered } from '../../client/use-remembered.ts';

export const DAY_FORMS = ['courses', 'list', 'map'] as const;

export type DayForm = (typeof DAY_FORMS)[number];

const schema = z.enum(DAY_FORMS);

/** `loaded` is false until the stored choice is known. */
export function useDayForm(): {
  readonly form: DayForm;
  readonly loaded: boolean;
  readonly choose: (form: DayForm) => void;
} {
  const { t } = useTranslation('day');
  const { value: form, loaded, keep } = useRemembered<DayForm>('day.form', schema, 'courses');
  const commands = useMemo<readonly Command[]>(
    () =>
      foundInBoth(t, 'day', (translate) => [
        {
          id: 'day.form',
          group: 'here',
          label: translate('forms.next'),
          keys: ['v'],
          run: () => keep(DAY_FORMS[(DAY_FORMS.indexOf(form) + 1) % DAY_FORMS.length] ?? 'courses'),
        },
      ]),
    [t, form, keep],
  );
  useCommands(commands);
  return { form, loaded, choose: keep };
}
