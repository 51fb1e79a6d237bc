// A horse's number on the cap colour of its bracket; the tooltip says which, so that colour is never alone.

import { useTranslation } from 'react-i18next';
import { bracketColour } from '#shared/racing/brackets.ts';
import { useLanguage } from '../i18n/i18n.ts';
import './BracketNumber.css';

interface BracketNumberProps {
  /** 1 to 8; without it the number stands uncoloured. */
  readonly bracket: number | undefined;
  /** What is written; by default the bracket's own number. */
  readonly number?: string | number;
}

export function BracketNumber({ bracket, number }: BracketNumberProps) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const colour = bracket === undefined ? undefined : bracketColour(bracket);
  return (
    <span
      className="bracket-number"
      {...(colour === undefined
        ? {}
        : {
            style: { backgroundColor: colour.background, color: colour.text },
            title: t('bracket', { bracket, colour: colour.label[language] }),
          })}
    >
      {number ?? bracket ?? '–'}
    </span>
  );
}
