// Notes on one or two things at once: this run of a horse, and the horse.

import { useMutation } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { LONGEST_NOTE, type AnnotationChange, type AnnotationKey } from '#shared/annotations/annotation.ts';
import { isChangedElsewhere } from '../../client/changed-elsewhere.ts';
import type { ShownAnnotations } from '../../client/use-annotations.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import './annotations.css';

export interface NoteField {
  readonly key: AnnotationKey;
  readonly label: string;
  readonly hint: string;
  /** Stored with the note, so that a list can name what it is about. */
  readonly about: Pick<AnnotationChange, 'racedate' | 'name'>;
}

interface NoteDialogProps {
  readonly title: string;
  readonly fields: readonly NoteField[];
  readonly annotations: ShownAnnotations;
  readonly onClose: () => void;
}

interface Edit {
  readonly text: string;
  /** The note when the edit began; empty if there was none. */
  readonly before: string;
}

/**
 * Stays open until every change is on disk, so that no text is lost if one cannot be written; Escape and a click beside it
 * close it only while nothing was typed.
 */
export function NoteDialog({ title, fields, annotations, onClose }: NoteDialogProps): ReactNode {
  const { t } = useTranslation('annotations');
  const { of, read, save } = annotations;
  /** By field; undefined until it is edited, so that a note which is read or changed meanwhile is not overwritten. */
  const [edits, setEdits] = useState<readonly (Edit | undefined)[]>(() => fields.map(() => undefined));
  /** Returns whether another window was first: the field then has both texts. */
  const saveField = async ({ key, about }: NoteField, at: number): Promise<boolean> => {
    const { text = '', before = '' } = edits[at] ?? {};
    if (text.trim() === before) return false;
    try {
      await save({ ...key, ...about, note: text.trim() || null, noteBefore: before || null });
      // The dialog stays open if another field cannot be saved: this one is then edited from what is stored.
      setEdits((now) => now.with(at, { text: now[at]?.text ?? text, before: text.trim() }));
      return false;
    } catch (error) {
      if (!isChangedElsewhere(error)) throw error;
    }
    const theirs = (await read(key))?.note ?? '';
    const both = [theirs, text.trim()].filter((each) => each !== '').join('\n');
    setEdits((now) => now.with(at, { text: both, before: theirs }));
    return true;
  };
  const saving = useMutation({
    mutationFn: async () => {
      const conflicts: boolean[] = [];
      for (const [at, field] of fields.entries()) conflicts.push(await saveField(field, at));
      return conflicts.includes(true);
    },
    onSuccess: (isChanged) => {
      if (!isChanged) onClose();
    },
  });
  const onSave = (): void => {
    if (!saving.isPending) saving.mutate();
  };
  return (
    <Dialog
      title={title}
      isOpen
      staysOpen={
        saving.isPending || edits.some((edit) => edit !== undefined && edit.text.trim() !== edit.before)
      }
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button kind="primary" isPending={saving.isPending} onPress={onSave}>
            {t('save')}
          </Button>
        </>
      }
    >
      {fields.map(({ label, hint, key }, at) => (
        <NoteText
          key={key.target}
          label={label}
          hint={hint}
          value={edits[at]?.text ?? of(key)?.note ?? ''}
          isFirst={at === 0}
          onChange={(text) =>
            setEdits(edits.with(at, { text, before: edits[at]?.before ?? of(key)?.note ?? '' }))
          }
          onSave={onSave}
        />
      ))}
      {saving.data === true ? <p role="alert">{t('changedElsewhere')}</p> : null}
      {saving.error === null ? null : <FailureNotice thrown={saving.error} />}
    </Dialog>
  );
}

/** The dialog is for writing: its first field takes the focus. */
const ON_OPENING = { autoFocus: true } as const;

interface NoteTextProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly isFirst: boolean;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

function NoteText({ label, hint, value, isFirst, onChange, onSave }: NoteTextProps): ReactNode {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter that confirms a Japanese candidate saves nothing.
    const isControl = event.ctrlKey || event.metaKey;
    if (event.key !== 'Enter' || !isControl || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSave();
  };
  return (
    <div className="field note-field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <textarea
        id={id}
        className="field-input note-text"
        rows={isFirst ? 4 : 3}
        maxLength={LONGEST_NOTE}
        value={value}
        {...(isFirst ? ON_OPENING : {})}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-note`} className="field-hint">
        {hint}
      </p>
    </div>
  );
}
