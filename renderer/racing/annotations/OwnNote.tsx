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
  /** What is drawn, if not the note of now. */
  readonly noted?: ShownAnnotations['of'];
  readonly field: NoteField;
  readonly title: string;
  /** The name of the command, and its key. */
  readonly command: 'noteRaceCommand' | 'noteHorseCommand' | 'notePersonCommand';
  readonly shortcut: string;
}

export function OwnNote(props: OwnNoteProps): ReactNode {
  const { annotations, noted = annotations.of, field, title, command, shortcut } = props;
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
  const note = noted(field.key)?.note;
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
