// The user's note on a race, a horse, a person or a sire, with its dialog and its key.

import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';
import type { ShownAnnotations } from '../../client/use-annotations.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { NoteDialog, type NoteField } from './NoteDialog.tsx';

interface OwnNoteProps {
  readonly annotations: ShownAnnotations;
  readonly field: NoteField;
  readonly title: string;
  /** The name of the command, and its key. */
  readonly command: 'noteRaceCommand' | 'noteHorseCommand' | 'notePersonCommand';
  readonly shortcut: string;
}

export function OwnNote({ annotations, field, title, command, shortcut }: OwnNoteProps): ReactNode {
  const { t } = useTranslation('annotations');
  const [isOpen, setOpen] = useState(false);
  const commands = useMemo<readonly Command[]>(
    () =>
      foundInBoth(t, 'annotations', (translate) => [
        {
          id: `note.${field.key.target}`,
          group: 'here',
          label: translate(command),
          keys: [shortcut],
          run: () => setOpen(true),
        },
      ]),
    [t, field.key.target, command, shortcut],
  );
  useCommands(commands);
  const note = annotations.of(field.key)?.note;
  return (
    <>
      <Button kind="quiet" className="own-note-button" label={t(command)} onPress={() => setOpen(true)}>
        {note ?? t('openNote')}
      </Button>
      {annotations.thrown == null ? null : <FailureNotice thrown={annotations.thrown} />}
      {isOpen && (
        <NoteDialog title={title} fields={[field]} annotations={annotations} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
