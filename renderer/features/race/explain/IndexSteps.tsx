// The parts of an index as a waterfall in a table: each part with its signed points, a bar from the sum before it to the
// sum after it, and the sum. Of a record whose parts do not add up, only what is stored.

import { useId, type CSSProperties, type ReactNode } from 'react';
import { isBlank } from '#shared/catalogue/reading.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { explainIndex, type IndexExplanation, type IndexSum, type Step } from '#shared/racing/index-parts.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { Notice } from '../../../components/Notice.tsx';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { axisOf, placeOn, type Axis } from './axis.ts';

/** The card's indices have one decimal, a result's have none; more are shown if the record has more. */
const DECIMALS: Readonly<Record<IndexSum['name'], number>> = { overall: 1, idm: 0 };

const pointsText = (value: number, decimals: number, isSigned: boolean): string =>
  new Intl.NumberFormat('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: 3,
    signDisplay: isSigned ? 'exceptZero' : 'negative',
    useGrouping: false,
  }).format(value);

interface IndexStepsProps {
  readonly sum: IndexSum;
  readonly runner: RecordValues;
}

/** The names and the points of a sum as they are shown. */
function useWords({ name, table }: IndexSum) {
  const language = useLanguage();
  const decimals = DECIMALS[name];
  return {
    nameOf: (field: string): string => columnOf(table, field)?.label[language] ?? field,
    meaningOf: (field: string): string | undefined => columnOf(table, field)?.meaning[language],
    signed: (value: number): string => pointsText(value, decimals, true),
    plain: (value: number): string => pointsText(value, decimals, false),
  };
}

type Words = ReturnType<typeof useWords>;

export function IndexSteps({ sum, runner }: IndexStepsProps): ReactNode {
  const { t } = useTranslation('explain');
  const words = useWords(sum);
  const explained = explainIndex(sum, runner);
  const index = words.nameOf(sum.total);
  if (explained.state === 'absent') {
    return (
      <Notice kind="info" title={t('absentTitle', { index })}>
        {t(`absent.${sum.name}`)}
      </Notice>
    );
  }
  if (explained.state === 'explained')
    return <Waterfall {...explained} sum={sum} runner={runner} words={words} />;
  return (
    <>
      <Mismatch sum={sum} runner={runner} explained={explained} words={words} />
      <Stored sum={sum} runner={runner} words={words} />
    </>
  );
}

type Mismatched = Extract<IndexExplanation, { readonly state: 'unreadable' | 'differs' }>;

interface PartProps extends IndexStepsProps {
  readonly words: Words;
}

function Mismatch({
  sum,
  runner,
  explained,
  words,
}: PartProps & { readonly explained: Mismatched }): ReactNode {
  const { t } = useTranslation('explain');
  const language = useLanguage();
  const index = words.nameOf(sum.total);
  if (explained.state === 'differs') {
    const values = { index, sum: words.plain(explained.sum), total: words.plain(explained.total) };
    return (
      <Notice kind="warning" title={t('differsTitle')}>
        {t('differs', values)}
      </Notice>
    );
  }
  const fields = new Intl.ListFormat(language, { type: 'unit' }).format(explained.fields.map(words.nameOf));
  return (
    <Notice kind="warning" title={t('unreadableTitle', { index, total: runner[sum.total]?.trim() ?? '' })}>
      {t('unreadable', { fields })}
    </Notice>
  );
}

/** The raw values, which may be no numbers. */
function Stored({ sum, runner, words }: PartProps): ReactNode {
  const { t } = useTranslation('explain');
  return (
    <table className="explain-steps">
      <caption>{t('stored')}</caption>
      <tbody>
        {[...sum.parts, sum.total].map((field) => (
          <tr key={field}>
            <th scope="row">{words.nameOf(field)}</th>
            <td className="is-number">{isBlank(runner[field]) ? '–' : runner[field]?.trim()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface WaterfallProps extends PartProps {
  readonly steps: readonly Step[];
  readonly total: number;
}

function Waterfall({ sum, runner, steps, total, words }: WaterfallProps): ReactNode {
  const { t } = useTranslation('explain');
  const language = useLanguage();
  const id = useId();
  const { nameOf, meaningOf, signed, plain } = words;
  const axis = axisOf(steps, total);
  const parts = steps
    .filter((step) => !step.isBlank)
    .map(({ field, value }) => t('part', { name: nameOf(field), points: signed(value) }));
  const sentence = t('sum', {
    index: nameOf(sum.total),
    total: plain(total),
    parts: new Intl.ListFormat(language, { type: 'conjunction' }).format(parts),
  });
  const inside = includedOf(sum, runner);
  return (
    <div className="explain-sum">
      <p id={id} className="explain-sentence">
        {sentence}
      </p>
      <table className="explain-steps" aria-describedby={id}>
        <thead>
          <tr>
            <th scope="col">{t('part1')}</th>
            <td aria-hidden="true">
              <AxisTicks axis={axis} />
            </td>
            <th scope="col" className="is-number">
              {t('points')}
            </th>
            <th scope="col" className="is-number">
              {t('soFar')}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, at) => (
            <tr key={step.field}>
              <th scope="row" title={meaningOf(step.field)}>
                {nameOf(step.field)}
              </th>
              <td aria-hidden="true">
                <Bar
                  axis={axis}
                  from={at === 0 ? undefined : step.from}
                  to={step.to}
                  isBlank={step.isBlank}
                />
              </td>
              <td className="is-number" title={step.isBlank ? t('nothingHint') : undefined}>
                {step.isBlank ? <span className="explain-none">{t('nothing')}</span> : signed(step.value)}
              </td>
              <td className="is-number">{plain(step.to)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" title={meaningOf(sum.total)}>
              {nameOf(sum.total)}
            </th>
            <td aria-hidden="true">
              <Bar axis={axis} from={undefined} to={total} level={total} />
            </td>
            <td colSpan={2} className="is-number">
              {plain(total)}
            </td>
          </tr>
        </tfoot>
      </table>
      {axis.isBroken ? <p className="explain-note">{t('brokenAxis', { from: axis.from })}</p> : null}
      {inside === undefined || isBlank(runner[inside]) ? null : (
        <p className="explain-note">
          {t('included', {
            name: nameOf(inside),
            points: runner[inside]?.trim(),
            first: nameOf(sum.parts[0] ?? ''),
          })}
        </p>
      )}
    </div>
  );
}

const includedOf = ({ included }: IndexSum, runner: RecordValues): string | undefined =>
  included !== undefined && !isBlank(runner[included]) ? included : undefined;

function AxisTicks({ axis }: { readonly axis: Axis }): ReactNode {
  const { t } = useTranslation('explain');
  return (
    <div className="explain-axis">
      <span className="explain-axis-name">{t('axis')}</span>
      {axis.ticks.map((tick) => (
        <span key={tick} className="explain-tick" style={{ left: `${placeOn(axis, tick)}%` }}>
          {tick}
        </span>
      ))}
    </div>
  );
}

interface BarProps {
  readonly axis: Axis;
  /** The sum before; undefined for a bar from zero. */
  readonly from: number | undefined;
  readonly to: number;
  /** Where the line from the row above comes down; by default at the sum before. */
  readonly level?: number;
  /** Nothing was added, so that there is only the line from above. */
  readonly isBlank?: boolean;
}

/** A bar from one sum to the next, with a line from the row above. */
function Bar({ axis, from, to, level = from, isBlank: isNone = false }: BarProps): ReactNode {
  const zero = Math.max(0, axis.from);
  const [start, end] = [Math.min(from ?? zero, to), Math.max(from ?? zero, to)].map((at) =>
    placeOn(axis, at),
  );
  const isCut = from === undefined && axis.isBroken;
  const kind = from === undefined ? 'is-whole' : to < from ? 'is-less' : 'is-more';
  const style: CSSProperties = { left: `${start}%`, width: `${(end ?? 0) - (start ?? 0)}%` };
  return (
    <div className="explain-track">
      {axis.ticks.map((tick) => (
        <span key={tick} className="explain-grid" style={{ left: `${placeOn(axis, tick)}%` }} />
      ))}
      {level === undefined ? null : (
        <span
          className={isNone ? 'explain-level is-through' : 'explain-level'}
          style={{ left: `${placeOn(axis, level)}%` }}
        />
      )}
      {isNone ? null : <span className={`explain-bar ${kind}`} style={style} />}
      {isCut ? <span className="explain-cut" /> : null}
    </div>
  );
}
