// The columns of the card: what each shows of a runner and how it sorts. To add one: a row here, and its header
// in renderer/text/race.ts or its name in the catalogue.

import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import type { Column } from '#shared/catalogue/column.ts';
import { formatBare, formatValue, MISSING } from '#shared/catalogue/format.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { OVERALL_INDEX } from '#shared/racing/index-parts.ts';
import { cardCell } from '#shared/racing/card-cells.ts';
import { FINISH } from '#shared/racing/run-columns.ts';
import { finishWords } from '#shared/racing/result-rows.ts';
import { Cell } from '../../grid/Cell.tsx';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { apprenticeSign } from '#shared/racing/runner-words.ts';

export interface CardColumn {
  /** Field that the column sorts by and ranks. */
  readonly field: string;
  readonly head: string;
  /** The meaning of the column, for the tooltip of its header. */
  readonly title: string;
  readonly align?: 'number' | 'mark';
  /** The best three are tinted: of high values, or of low ones. */
  readonly ranked?: 'high' | 'low';
  readonly draw: (runner: RecordValues) => ReactNode;
  /** Set if the cell names somebody with a page: the whole cell is a link to it. */
  readonly namesPerson?: true;
  /** Set if the value leads to what it is made of. */
  readonly isExplained?: true;
  /** What `draw` shows as text, for a file. */
  readonly text: (runner: RecordValues) => string;
}

const RANKED_HIGH: ReadonlySet<string> = new Set([
  'integration_index',
  'adjust_idm',
  'training_index',
  'stable_index',
]);
const RANKED_LOW: ReadonlySet<string> = new Set(['criteria_win_odds']);

const MARK_FIELDS = [
  'integration_mark', 'idm_mark', 'insideinfo_mark', 'jockey_mark', 'trainer_mark', 'training_mark', 'gekiso_mark',
] as const; // prettier-ignore

const INDEX_FIELDS = ['integration_index', 'adjust_idm', 'training_index', 'stable_index'] as const;

/** Width is scarce on the card, so a few characters name a mark. */
const MARK_HEADS: Readonly<Record<Language, readonly string[]>> = {
  en: ['All', 'ID', 'Inf', 'Jky', 'Stb', 'Trn', 'Srp'],
  ja: ['総', 'ID', '情', '騎', '厩', '調', '激'],
};

const helpOf = (column: Column, language: Language): string =>
  `${column.label[language]}: ${column.meaning[language]}`;

/** A mark column for every field of a table, a number for the others. */
function catalogued(field: string, language: Language, head?: string): CardColumn {
  const column = columnOf('d_ky', field) ?? columnOf('t_se', field);
  if (column === undefined) throw new Error(`no such column: ${field}`);
  const ranked = RANKED_HIGH.has(field) ? 'high' : RANKED_LOW.has(field) ? 'low' : undefined;
  return {
    field,
    head: head ?? column.short[language],
    title: helpOf(column, language),
    align: column.kind === 'mark' ? 'mark' : 'number',
    ...(ranked === undefined ? {} : { ranked }),
    draw: (runner) => <Cell column={column} raw={runner[field] ?? null} language={language} names="kana" />,
    text: (runner) => shownText(column, runner[field] ?? null, language),
  };
}

/** A short word for a code, with the full label in the tooltip. */
function shortCode(field: string, runner: RecordValues, language: Language): ReactNode {
  return <span title={formatOf(field, runner, language)}>{cardCell(field, runner, language)}</span>;
}

/** Fields of the result that the card shows once the race was run, beside what was known before it. */
export const OUTCOME_FIELDS = [
  'order_of_finish', 'trouble_classification', 'confirmed_win_odds', 'confirmed_win_popularity', 'horse_weight',
  'weight_cycling',
] as const; // prettier-ignore

/** The finish as on the result: a place, or why there is none. */
function finishColumn(t: TFunction<'race'>, language: Language): CardColumn {
  const text = (runner: RecordValues): string => finishWords(runner, language) ?? MISSING;
  return {
    field: FINISH.name,
    head: t('columns.finish'),
    title: t('columns.finish'),
    align: 'number',
    draw: (runner) => <strong>{text(runner)}</strong>,
    text,
  };
}

/** "486 (+4)". */
function weightColumn(t: TFunction<'race'>, language: Language): CardColumn {
  const shown = (runner: RecordValues, field: string): string => {
    const column = columnOf('t_se', field);
    return column === undefined ? MISSING : formatBare(column, runner[field], language);
  };
  const text = (runner: RecordValues): string => {
    const [weight, change] = [shown(runner, 'horse_weight'), shown(runner, 'weight_cycling')];
    return change === MISSING ? weight : `${weight} (${change})`;
  };
  return {
    field: 'horse_weight',
    head: t('columns.bodyWeight'),
    title: t('columns.bodyWeight'),
    align: 'number',
    draw: text,
    text,
  };
}

/** Every column after number and name, in order. `isRun`: with the outcome beside what was known before. */
export function cardColumns(
  t: TFunction<'race'>,
  language: Language,
  names: NameStyle,
  isRun: boolean,
): readonly CardColumn[] {
  const word = (
    field: string,
    head: string,
    title: string,
    draw: (runner: RecordValues) => ReactNode,
  ): CardColumn => ({
    field,
    head,
    title,
    draw,
    text: (runner) => cardCell(field, runner, language, names),
  });
  return [
    ...(isRun ? [finishColumn(t, language)] : []),
    word('horse_age', t('columns.sexAge'), t('columns.sexAgeTitle'), (runner) =>
      cardCell('horse_age', runner, language),
    ),
    {
      ...catalogued('weight_to_carry', language, t('columns.weight')),
      draw: (runner) => cardCell('weight_to_carry', runner, language),
      text: (runner) => cardCell('weight_to_carry', runner, language),
    },
    {
      ...word('jockey_name', t('columns.jockey'), t('cardJockey'), (runner) => {
        const sign = apprenticeSign(runner);
        return (
          <>
            {sign !== undefined && (
              <span className="card-apprentice" title={formatOf('apprentice_class', runner, language)}>
                {sign}
              </span>
            )}
            {cardCell('jockey_name', runner, language, names)}
          </>
        );
      }),
      namesPerson: true,
      text: (runner) => (apprenticeSign(runner) ?? '') + cardCell('jockey_name', runner, language, names),
    },
    {
      ...word('trainer_name', t('columns.trainer'), formatTitle('trainer_name', language), (runner) =>
        cardCell('trainer_name', runner, language, names),
      ),
      namesPerson: true,
    },
    ...MARK_FIELDS.map((field, at) => catalogued(field, language, MARK_HEADS[language][at])),
    ...INDEX_FIELDS.map((field): CardColumn => {
      const column = catalogued(field, language);
      return field === OVERALL_INDEX.total ? { ...column, isExplained: true } : column;
    }),
    word('foottype_cd', t('columns.style'), formatTitle('foottype_cd', language), (runner) =>
      shortCode('foottype_cd', runner, language),
    ),
    catalogued('criteria_win_odds', language, t('columns.odds')),
    catalogued('criteria_win_popularity', language, t('columns.popularity')),
    ...(isRun
      ? [
          catalogued('confirmed_win_odds', language, t('columns.finalOdds')),
          catalogued('confirmed_win_popularity', language, t('columns.finalPopularity')),
          weightColumn(t, language),
        ]
      : []),
    {
      ...catalogued('rotation', language, t('columns.weeks')),
      title: t('columns.weeksTitle'),
    },
  ];
}

const formatOf = (field: string, runner: RecordValues, language: Language): string => {
  const column = columnOf('d_ky', field);
  return column === undefined ? '' : formatValue(column, runner[field], language);
};

const formatTitle = (field: string, language: Language): string => {
  const column = columnOf('d_ky', field);
  return column === undefined ? field : helpOf(column, language);
};
