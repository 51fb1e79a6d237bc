// Notes on one or two things at once: this run of a horse, and the horse.

import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LONGEST_NOTE, type AnnotationChange, type AnnotationKey } from '#shared/annotations/annotation.ts';
import type { ShownAnnotations } from '../../client/use-annotations.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
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

export function NoteDialog({ title, fields, annotations, onClose }: NoteDialogProps): ReactNode {
  const { t } = useTranslation('annotations');
  const { of, change } = annotations;
  const [texts, setTexts] = useState(() => fields.map(({ key }) => of(key)?.note ?? ''));
  const save = (): void => {
    for (const [at, { key, about }] of fields.entries()) {
      const text = texts[at]?.trim() ?? '';
      if (text !== (of(key)?.note ?? '')) change({ ...key, ...about, note: text === '' ? null : text });
    }
    onClose();
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button kind="primary" onPress={save}>
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
          value={texts[at] ?? ''}
          isFirst={at === 0}
          onChange={(text) => setTexts(texts.with(at, text))}
          onSave={save}
        />
      ))}
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
    if (event.key !== 'Enter' || !event.ctrlKey || event.nativeEvent.isComposing) return;
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
