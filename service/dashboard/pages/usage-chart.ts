// A user's requests of the last 30 days as a chart, drawn here, and as a table of the same figures.

import { html } from 'hono/html';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { UsageCount } from '../../accounts/usage-rows.ts';
import { ANSWERED } from '../../accounts/usage-rows.ts';
import type { Html, PageContext } from './page.ts';
import { dateText, numberText } from './page.ts';

export const USAGE_DAYS = 30;

/** The first day of the chart, YYYYMMDD. */
export const firstUsageDay = (now: Date): string => addDays(todayInTokyo(now.getTime()), 1 - USAGE_DAYS);

export interface DayUsage {
  readonly day: string;
  readonly answered: number;
  readonly refused: number;
  /** Refusals by code. */
  readonly reasons: readonly { readonly code: string; readonly count: number }[];
}

/** Each day from the first on, also those without a request. */
export function usageByDay(counts: readonly UsageCount[], now: Date): DayUsage[] {
  const first = firstUsageDay(now);
  return Array.from({ length: USAGE_DAYS }, (_, at) => {
    const day = addDays(first, at);
    const ofDay = counts.filter((count) => count.day === day);
    const reasons = ofDay
      .filter(({ outcome }) => outcome !== ANSWERED)
      .map(({ outcome, count }) => ({ code: outcome, count }));
    const refused = reasons.reduce((sum, { count }) => sum + count, 0);
    return { day, answered: ofDay.find(({ outcome }) => outcome === ANSWERED)?.count ?? 0, refused, reasons };
  });
}

export function usageSection(context: PageContext, title: string, counts: readonly UsageCount[]): Html {
  const { say, language, now } = context;
  const days = usageByDay(counts, now);
  const answered = days.reduce((sum, day) => sum + day.answered, 0);
  const refused = days.reduce((sum, day) => sum + day.refused, 0);
  const number = (value: number) => numberText(value, language);
  return html`<section class="card" aria-labelledby="usage">
    <div class="card-head">
      <h2 id="usage">${title}</h2>
      <p class="legend">
        <span class="key key-answered"></span>${say('answeredCount', { count: number(answered) })}
        <span class="key key-refused"></span>${say('refusedCount', { count: number(refused) })}
      </p>
    </div>
    ${
      answered + refused === 0
        ? html`<p class="empty">${say('noUsage')}</p>`
        : html`${chart(context, days, { answered, refused })}${table(context, days)}`
    }
    <p class="soft">${say('delay')}</p>
  </section>`;
}

const HEIGHT = 120;
const STEP = 24;
const BAR = 18;

function chart(
  { say, language }: PageContext,
  days: readonly DayUsage[],
  totals: { readonly answered: number; readonly refused: number },
): Html {
  const top = roundTop(Math.max(...days.map(({ answered, refused }) => answered + refused)));
  const number = (value: number) => numberText(value, language);
  const height = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / top) * HEIGHT));
  const bars = days.map(({ day, answered, refused }, at) => {
    const good = height(answered);
    const bad = height(refused);
    const x = at * STEP + (STEP - BAR) / 2;
    const title = say('dayTitle', {
      date: dateText(day, language),
      answered: number(answered),
      refused: number(refused),
    });
    return html`<g>
      <title>${title}</title>
      <rect class="bar-day" x="${at * STEP}" y="0" width="${STEP}" height="${HEIGHT}" />
      <rect class="bar-answered" x="${x}" y="${HEIGHT - good}" width="${BAR}" height="${good}" />
      <rect class="bar-refused" x="${x}" y="${HEIGHT - good - bad}" width="${BAR}" height="${bad}" />
    </g>`;
  });
  const label = say('usageSummary', { answered: number(totals.answered), refused: number(totals.refused) });
  // Stretched to the width there is; its words are beside it, so that they are not stretched.
  return html`<div class="chart">
    <div class="chart-scale" aria-hidden="true">
      <span>${number(top)}</span><span>${number(top / 2)}</span><span>0</span>
    </div>
    <svg
      role="img"
      aria-label="${label}"
      viewBox="0 0 ${STEP * days.length} ${HEIGHT}"
      preserveAspectRatio="none"
    >
      ${[0, HEIGHT / 2, HEIGHT].map(
        (y) => html`<line class="chart-line" x1="0" x2="${STEP * days.length}" y1="${y}" y2="${y}" />`,
      )}
      ${bars}
    </svg>
    <div class="chart-days" aria-hidden="true">
      ${[0, 10, 20, days.length - 1].map(
        (at) => html`<span>${Number(days[at]?.day.slice(4, 6))}/${Number(days[at]?.day.slice(6))}</span>`,
      )}
    </div>
  </div>`;
}

/** The next round number that halves well: 2, 4, 10, 20, 40, 100. */
export function roundTop(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [2, 4, 10]) if (step * unit >= most) return step * unit;
  }
}

function table({ say, language }: PageContext, days: readonly DayUsage[]): Html {
  const used = days.filter(({ answered, refused }) => answered + refused > 0).toReversed();
  return html`<details>
    <summary>${say('usageTable')}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="${say('usageTable')}">
      <table class="small-table">
        <thead>
          <tr>
            <th scope="col">${say('day')}</th>
            <th scope="col" class="number">${say('answered')}</th>
            <th scope="col" class="number">${say('refused')}</th>
            <th scope="col">${say('reasons')}</th>
          </tr>
        </thead>
        <tbody>
          ${used.map(
            ({ day, answered, refused, reasons }) =>
              html`<tr>
                <th scope="row">${dateText(day, language)}</th>
                <td class="number">${numberText(answered, language)}</td>
                <td class="number">${numberText(refused, language)}</td>
                <td>
                  ${reasons.map(({ code, count }) => `${code} ${numberText(count, language)}`).join(', ')}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
