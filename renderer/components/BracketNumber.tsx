// A horse's number on the cap color of its bracket. The tooltip names the bracket, so color is never the only cue.

import { bracketColor } from '#shared/racing/brackets.ts';
import { useLanguage, useTranslation } from '../text/text.ts';
import './BracketNumber.css';

interface BracketNumberProps {
  /** 1 to 8; without it the number has no color. */
  readonly bracket: number | undefined;
  /** The text; by default the bracket's number. */
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
