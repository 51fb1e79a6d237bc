// The filter that a table's rows were asked for, as words on paper: the form may have been edited since.

import type { ReactNode } from 'react';
import { filterOfSource, type ResultSource } from '#shared/bridge/source.ts';
import type { FilterName } from '#shared/catalogue/table.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import { useIsPrinting } from '../../components/use-is-printing.ts';
import { useLanguage } from '../../text/text.ts';

interface FilterOnPaperProps {
  readonly source: ResultSource;
}

export function FilterOnPaper({ source }: FilterOnPaperProps): ReactNode {
  const language = useLanguage();
  if (!useIsPrinting()) return null;
  const parts = (Object.entries(filterOfSource(source)) as [FilterName, string | undefined][]).flatMap(
    ([name, value]) => {
      if (value === undefined || value === '') return [];
      const { label, isDate } = FILTER_RULES[name];
      return [`${label[language]} ${isDate ? (formatRacedate(value, language) ?? value) : value}`];
    },
  );
  return parts.length === 0 ? null : <span className="filter-on-paper">{parts.join(' · ')}</span>;
}
