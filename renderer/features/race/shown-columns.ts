// The columns of the card as text, for a file that has what the screen shows.

import type { TFunction } from 'i18next';
import { glyphOfMark } from '#shared/annotations/annotation.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { recordOfRunner, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { wordOf } from '#shared/racing/runner-words.ts';
import { styledName, type NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { keysOfRunner, markedRunner, MY_MARK } from '../../racing/annotations/marked-runner.ts';
import type { ShownAnnotations } from '../../client/use-annotations.ts';
import type { ShownColumn } from '../exports/composed-cells.ts';
import type { CardColumn } from './card-columns.tsx';
import { finishText } from './FinishLinks.tsx';
import { pastRunsOf, withoutRuns } from './past-runs.ts';

interface Shown {
  /** Why a horse does not run; undefined of runners. */
  readonly reasonOf: (runner: RecordValues) => string | undefined;
  /** Past-run records by runner. */
  readonly previousOf: ReadonlyMap<string, RecordValues>;
  /** The user's own notes and watched horses. */
  readonly noted: ShownAnnotations['of'];
  readonly t: TFunction<'race'>;
  readonly language: Language;
  readonly names: NameStyle;
}

/** The number, the user's mark, the name with what stands beside it, the columns of the card, the last five finishes. */
export function shownColumns(
  columns: readonly CardColumn[],
  { reasonOf, previousOf, noted, t, language, names }: Shown,
): readonly ShownColumn[] {
  const nameOf = (runner: RecordValues): string => {
    const marked = markedRunner(runner);
    const own = marked === undefined ? [] : keysOfRunner(marked).map(noted);
    return [
      styledName(runner['horse_name']?.trim() ?? '', names) || MISSING,
      wordOf('d_ky', runner, 'blinker_cd', language) === undefined ? '' : 'B',
      own.some((each) => each?.watched) ? '★' : '',
      reasonOf(runner) ?? '',
      ...own.map((each) => each?.note ?? ''),
    ]
      .filter(Boolean)
      .join(' ');
  };
  const finishesOf = (runner: RecordValues): string => {
    const previous = recordOfRunner(previousOf, runner);
    const runs = pastRunsOf(previous, undefined);
    if (runs.length > 0) return runs.map((run) => finishText(run, language)).join(' ');
    return withoutRuns(runner, previous, false) === 'debut' ? t('debut') : MISSING;
  };
  return [
    {
      name: 'horse_number',
      label: t('columns.number'),
      text: (runner) => String(runnerNumber(runner) ?? MISSING),
    },
    {
      name: MY_MARK.name,
      label: MY_MARK.short[language],
      text: (runner) => glyphOfMark(runner[MY_MARK.name] ?? ''),
    },
    { name: 'horse_name', label: t('columns.horse'), text: nameOf },
    ...columns.map(({ field, head, text }) => ({ name: field, label: head, text })),
    { name: 'last_five', label: t('columns.past'), text: finishesOf },
  ];
}
