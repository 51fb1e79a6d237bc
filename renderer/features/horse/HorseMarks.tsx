// Watching a horse, and the note on it.

import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { ofHorse } from '#shared/annotations/annotation.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';
import { useAnnotations } from '../../client/use-annotations.ts';
import { Button } from '../../components/Button.tsx';
import { OwnNote } from '../../racing/annotations/OwnNote.tsx';

interface HorseMarksProps {
  readonly horseId: string;
  /** As recorded. */
  readonly name: string;
}

export function HorseMarks({ horseId, name }: HorseMarksProps): ReactNode {
  const { t } = useTranslation('annotations');
  const key = useMemo(() => ofHorse(horseId), [horseId]);
  const annotations = useAnnotations(useMemo(() => [key], [key]));
  const { of, change } = annotations;
  const isWatched = of(key)?.watched === true;
  const commands = useMemo<readonly Command[]>(
    () =>
      foundInBoth(t, 'annotations', (translate) => [
        {
          id: 'horse.watch',
          group: 'here',
          label: translate('watchCommand'),
          keys: ['w'],
          run: () => change({ ...key, name, watched: !isWatched }),
        },
      ]),
    [t, change, key, name, isWatched],
  );
  useCommands(commands);
  return (
    <>
      <OwnNote
        annotations={annotations}
        field={{ key, label: t('noteOnHorse'), hint: t('noteHorseHint'), about: { name } }}
        title={name}
        command="noteHorseCommand"
        shortcut="n"
      />
      <Button onPress={() => change({ ...key, name, watched: !isWatched })}>
        {isWatched ? `★ ${t('unwatch')}` : `☆ ${t('watch')}`}
      </Button>
    </>
  );
}
