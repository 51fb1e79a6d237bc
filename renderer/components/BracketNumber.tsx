// A horse's number on the cap colour of its bracket; the bracket's number is in the tooltip, never colour alone.

import { useTranslation } from 'react-i18next';
import './BracketNumber.css';

interface BracketNumberProps {
  /** 1 to 8; without it the number stands uncoloured. */
  readonly bracket: number | undefined;
  /** What is written; by default the bracket's own number. */
  readonly number?: string | number;
}

export function BracketNumber({ bracket, number }: BracketNumberProps) {
  const { t } = useTranslation('shell');
  const coloured = bracket !== undefined && bracket >= 1 && bracket <= 8;
  return (
    <span
      className={`bracket-number ${coloured ? `bracket-number-${bracket}` : ''}`}
      title={coloured ? t('bracket', { bracket }) : undefined}
    >
      {number ?? bracket ?? '–'}
    </span>
  );
}
