// Marking the runners of a list: what is noted about them, the menu and the notes that open over the list, and the
// commands for the runner in the current row.

import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { ofHorse } from '#shared/annotations/annotation.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';
import type { ShownAnnotations } from '../../client/use-annotations.ts';
import { useLatest } from '../../components/use-latest.ts';
import { keysOfRunner, runnerKeyOf, titleOf, type MarkedRunner } from './marked-runner.ts';
import { NoteDialog, type NoteField } from './NoteDialog.tsx';
import { RunnerMenu } from './RunnerMenu.tsx';

export interface RunnerMarks {
  /** Opens the menu of a runner below an element. */
  readonly openMenu: (runner: MarkedRunner, anchor: HTMLElement | null) => void;
  /** The menu or dialog that is open. */
  readonly overlay: ReactNode;
}

interface Open {
  readonly kind: 'menu' | 'note';
  readonly runner: MarkedRunner;
  readonly anchor: HTMLElement | null;
}

/** `current`: the runner that the keys are about; `anchorOf`: where its menu opens. */
export function useRunnerMarks(
  annotations: ShownAnnotations,
  current: MarkedRunner | undefined,
  anchorOf: () => HTMLElement | null,
): RunnerMarks {
  const { t } = useTranslation('annotations');
  const [open, setOpen] = useState<Open>();
  const openFor = useLatest((kind: Open['kind'], runner: MarkedRunner) =>
    setOpen({ kind, runner, anchor: anchorOf() }),
  );
  useMarkCommands(current, annotations, openFor);
  const close = (): void => setOpen(undefined);
  const overlay =
    open === undefined ? null : open.kind === 'menu' ? (
      <RunnerMenu
        runner={open.runner}
        annotations={annotations}
        anchor={open.anchor}
        onNote={() => setOpen({ ...open, kind: 'note' })}
        onClose={close}
      />
    ) : (
      <NoteDialog
        title={titleOf(open.runner, t)}
        fields={fieldsOf(open.runner, t)}
        annotations={annotations}
        onClose={close}
      />
    );
  return { overlay, openMenu: (runner, anchor) => setOpen({ kind: 'menu', runner, anchor }) };
}

function useMarkCommands(
  current: MarkedRunner | undefined,
  { of, change }: ShownAnnotations,
  open: (kind: Open['kind'], runner: MarkedRunner) => void,
): void {
  const { t } = useTranslation('annotations');
  const commands = useMemo<readonly Command[]>(() => {
    if (current === undefined) return [];
    const { horseId, name } = current;
    const command = (id: string, label: string, key: string, run: () => void): Command => ({
      id: `runner.${id}`,
      group: 'here',
      label,
      keys: [key],
      run,
    });
    return foundInBoth(t, 'annotations', (translate) => [
      command('mark', translate('command'), 'm', () => open('menu', current)),
      // The menu says why nothing can be noted.
      command('note', translate('noteCommand'), 'n', () =>
        open(keysOfRunner(current).length === 0 ? 'menu' : 'note', current),
      ),
      ...(horseId === undefined
        ? []
        : [
            command('watch', translate('watchCommand'), 'w', () =>
              change({ ...ofHorse(horseId), name, watched: of(ofHorse(horseId))?.watched !== true }),
            ),
          ]),
    ]);
  }, [t, current, of, change, open]);
  useCommands(commands);
}

function fieldsOf(
  runner: MarkedRunner,
  t: ReturnType<typeof useTranslation<'annotations'>>['t'],
): readonly NoteField[] {
  const { racedate, name, horseId } = runner;
  const key = runnerKeyOf(runner);
  const about = { ...(racedate === undefined ? {} : { racedate }), name };
  const run = { label: t('noteOnRunner'), hint: t('noteRunnerHint'), about };
  const horse = { label: t('noteOnHorse'), hint: t('noteHorseHint'), about: { name } };
  return [
    ...(key === undefined ? [] : [{ ...run, key }]),
    ...(horseId === undefined ? [] : [{ ...horse, key: ofHorse(horseId) }]),
  ];
}
