// A horse's number on the cap color of its bracket; the tooltip says which, so that color is never alone.

import { useTranslation } from 'react-i18next';
import { bracketColor } from '#shared/racing/brackets.ts';
import { useLanguage } from '../text/text.ts';
import './BracketNumber.css';

interface BracketNumberProps {
  /** 1 to 8; without it the number stands uncolored. */
  readonly bracket: number | undefined;
  /** What is written; by default the bracket's own number. */
  readonly number?: string | number;
}

export function BracketNumber({ bracket, number }: BracketNumberProps) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const color = bracket === undefined ? undefined : bracketColor(bracket);
  return (
    <span
      className="bracket-number"
      {...(color === undefined
        ? {}
        : {
            style: { backgroundColor: color.background, color: color.text },
            title: t('bracket', { bracket, color: color.label[language] }),
          })}
    >
      {number ?? bracket ?? '–'}
    </span>
  );
}
