// What only an operator sees: all users, one user with the form for the plan, and the state of the service.

import { html } from 'hono/html';
import { tableOf } from '#shared/catalogue/tables.ts';
import type { AccountPlan, AuditEntry, StoredUser } from '../../accounts/accounts.ts';
import { OPERATOR } from '../../accounts/accounts.ts';
import { isOver, lastDayOf } from '../../accounts/plan-date.ts';
import type { UsageCount } from '../../accounts/usage-rows.ts';
import { ANSWERED } from '../../accounts/usage-rows.ts';
import type { DashboardLoad, TableDays } from '../deps.ts';
import type { AccountView } from './account-page.ts';
import { historyCard, keyTable, planCard } from './account-page.ts';
import type { Html, PageContext } from './page.ts';
import { dateText, formToken, lastDayText, notice, numberText, page, timeOf } from './page.ts';
import type { Word } from '../text.ts';
import { passkeysCard } from './passkeys-card.ts';
import { usageSection } from './usage-chart.ts';

interface UsersView {
  readonly users: readonly (StoredUser & { readonly lastUse: string | null })[];
  /** Of the last 30 days, by user. */
  readonly usage: readonly UsageCount[];
  readonly origin: string;
}

export function usersPage(context: PageContext, { users, usage, origin }: UsersView): Html {
  const { say, language } = context;
  const counted = (user: string, isWanted: (outcome: string) => boolean) =>
    numberText(
      usage
        .filter((one) => one.user === user && isWanted(one.outcome))
        .reduce((sum, { count }) => sum + count, 0),
      language,
    );
  return page(context, {
    title: say('users'),
    body: html`<h1>${say('users')}</h1>
      <section class="card" aria-label="${say('users')}">
        ${
          users.length === 0
            ? html`<p class="empty">${say('noUsers', { origin })}</p>`
            : html`<div class="scroll" tabindex="0" role="region" aria-label="${say('users')}">
                <table class="small-table">
                  <thead>
                    <tr>
                      <th scope="col">${say('user')}</th>
                      <th scope="col">${say('role')}</th>
                      <th scope="col">${say('plan')}</th>
                      <th scope="col">${say('state')}</th>
                      <th scope="col">${say('until')}</th>
                      <th scope="col" class="number">${say('keys')}</th>
                      <th scope="col" class="number">${say('answered')}</th>
                      <th scope="col" class="number">${say('refused')}</th>
                      <th scope="col">${say('lastUse')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${users.map(
                      ({ user, role, plan, keys, lastUse }) =>
                        html`<tr>
                          <th scope="row"><a href="/users/${encodeURIComponent(user)}">${user}</a></th>
                          <td>${say(role === OPERATOR ? 'operator' : 'subscriber')}</td>
                          <td>${plan?.name ?? ''}</td>
                          <td>${planState(context, plan)}</td>
                          <td>
                            ${plan ? (plan.until === null ? say('never') : lastDayText(plan.until, language)) : ''}
                          </td>
                          <td class="number">${keys}</td>
                          <td class="number">${counted(user, (outcome) => outcome === ANSWERED)}</td>
                          <td class="number">${counted(user, (outcome) => outcome !== ANSWERED)}</td>
                          <td>${lastUse === null ? say('notYet') : timeOf(lastUse, language)}</td>
                        </tr>`,
                    )}
                  </tbody>
                </table>
              </div>`
        }
        <p class="soft">${say('usersHelp')}</p>
      </section>`,
  });
}

function planState({ say, now }: PageContext, plan: AccountPlan | null): Html {
  const state = plan === null ? 'none' : isOver(plan.until, now) ? 'ended' : 'active';
  return html`<span class="state state-${state}">${say(state)}</span>`;
}

/** What became of the form: the plan is set, or cannot be used. */
export type PlanOutcome = 'planSaved' | 'planUnusable' | undefined;

export function userPage(context: PageContext, view: AccountView, outcome: PlanOutcome): Html {
  const { say } = context;
  const { user, plan, keys } = view;
  return page(context, {
    title: user,
    body: html`<p><a href="/users">${say('backToUsers')}</a></p>
      <h1>${user}</h1>
      ${outcome ? notice(say(outcome), outcome === 'planSaved' ? 'done' : 'error') : ''}
      <div class="columns">
        ${planCard(context, plan)}
        <section class="card" aria-labelledby="set-plan">
          <h2 id="set-plan">${say('setPlan')}</h2>
          ${planForm(context, user, plan)}
        </section>
      </div>
      <section class="card" aria-labelledby="keys">
        <h2 id="keys">${say('keys')}</h2>
        ${keys.length === 0 ? html`<p class="empty">${say('none')}</p>` : keyTable(context, keys, false)}
      </section>
      ${usageSection(context, say('usage'), view.usage)}
      ${passkeysCard(context, view.passkeys, { isOwn: false })} ${historyCard(context, view.history, user)}`,
  });
}

const planForm = (context: PageContext, user: string, plan: AccountPlan | null): Html => {
  const { say } = context;
  const until = plan?.until ? lastDayOf(plan.until) : '';
  return html`<form class="fields" method="post" action="/users/${encodeURIComponent(user)}/plan">
    ${formToken(context)}
    <label class="field">
      <span class="field-label">${say('planName')}</span>
      <input
        class="field-input"
        name="plan"
        value="${plan?.name ?? 'standard'}"
        required
        maxlength="32"
        pattern="[0-9a-z][0-9a-z\\-]*"
      />
      <span class="field-hint">${say('planNameHelp')}</span>
    </label>
    <label class="field">
      <span class="field-label">${say('planEnd')}</span>
      <input class="field-input" type="date" name="until" value="${until}" />
      <span class="field-hint">${say('planEndHelp')}</span>
    </label>
    <div class="actions">
      <button class="button button-primary" name="do" value="set">${say('save')}</button>
      ${
        plan
          ? html`<button class="button button-danger" name="do" value="remove" formnovalidate>
              ${say('removePlan')}
            </button>`
          : ''
      }
    </div>
  </form>`;
};

interface ServiceView {
  readonly load: DashboardLoad;
  readonly usage: readonly UsageCount[];
  /** Newest first. */
  readonly imports: readonly AuditEntry[];
  /** Failed sign-ins, newest first. */
  readonly failures: readonly AuditEntry[];
  readonly days: readonly TableDays[];
}

export function servicePage(
  context: PageContext,
  { load, usage, imports, failures, days }: ServiceView,
): Html {
  const { say, language } = context;
  const number = (value: number) => numberText(value, language);
  const megabytes = (bytes: number) => `${number(Math.round(bytes / 1_000_000))} MB`;
  const figures = [
    [say('underWay'), number(load.underWay)],
    [say('connections'), number(load.connections)],
    [say('lag'), `${number(Math.round(load.lagMs))} ms`],
    [say('memory'), megabytes(load.residentBytes)],
    [say('requestsSinceStart'), number(load.requests)],
    [say('refusalsSinceStart'), number(load.refusals)],
    [say('storeSize'), load.storeBytes === undefined ? say('unknown') : megabytes(load.storeBytes)],
  ];
  return page(context, {
    title: say('service'),
    body: html`<h1>${say('service')}</h1>
      <section class="card" aria-labelledby="load">
        <h2 id="load">${say('load')}</h2>
        <dl class="figures">
          ${figures.map(
            ([name, value]) =>
              html`<div>
                <dt>${name}</dt>
                <dd>${value}</dd>
              </div>`,
          )}
        </dl>
        <p class="soft">${say('loadHelp')}</p>
      </section>
      ${usageSection(context, say('everyonesUse'), usage)} ${daysCard(context, days)}
      ${importsCard(context, imports)} ${failuresCard(context, failures)}`,
  });
}

const daysCard = (context: PageContext, tables: readonly TableDays[]): Html => {
  const { say } = context;
  return html`<section class="card" aria-labelledby="days">
    <h2 id="days">${say('storedDays')}</h2>
    <p class="soft">${say('storedDaysHelp')}</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="days">
      <table class="small-table">
        <thead>
          <tr>
            <th scope="col">${say('table')}</th>
            <th scope="col" class="number">${say('records')}</th>
            <th scope="col" class="number">${say('days')}</th>
            <th scope="col">${say('first')}</th>
            <th scope="col">${say('last')}</th>
            <th scope="col">${say('gaps')}</th>
          </tr>
        </thead>
        <tbody>
          ${tables.map((table) => daysRow(context, table))}
        </tbody>
      </table>
    </div>
  </section>`;
};

function daysRow(
  { say, language }: PageContext,
  { table, records, days, first, last, gaps }: TableDays,
): Html {
  const day = (racedate: string | undefined) => (racedate === undefined ? '' : dateText(racedate, language));
  const listed = gaps.map((gap) => dateText(gap, language)).join(', ');
  return html`<tr>
    <th scope="row"><code>${table}</code> ${tableOf(table).label[language]}</th>
    <td class="number">${numberText(records, language)}</td>
    <td class="number">${days === 0 ? '' : numberText(days, language)}</td>
    <td>${day(first)}</td>
    <td>${day(last)}</td>
    <td>
      ${
        gaps.length === 0
          ? say(days === 0 ? 'nothing' : 'noGaps')
          : html`<details>
              <summary class="gap">${say('gapCount', { count: numberText(gaps.length, language) })}</summary>
              ${listed}
            </details>`
      }
    </td>
  </tr>`;
}

/** What happened, newest first: the time, what the columns say of an entry. */
function entriesCard(
  { say, language }: PageContext,
  id: 'imports' | 'failures',
  entries: readonly AuditEntry[],
  { columns, none, help }: EntriesView,
): Html {
  return html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${say(id)}</h2>
    ${
      entries.length === 0
        ? html`<p class="empty">${say(none)}</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}">
              <table class="small-table">
                <thead>
                  <tr>
                    <th scope="col">${say('at')}</th>
                    ${columns.map(([word]) => html`<th scope="col">${say(word)}</th>`)}
                  </tr>
                </thead>
                <tbody>
                  ${entries.map(
                    (entry) =>
                      html`<tr>
                        <td>${timeOf(entry.at, language)}</td>
                        ${columns.map(([, of]) => html`<td class="detail">${of(entry)}</td>`)}
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>
            ${help ? html`<p class="soft">${say(help)}</p>` : ''}`
    }
  </section>`;
}

interface EntriesView {
  readonly columns: readonly (readonly [Word, (entry: AuditEntry) => string])[];
  readonly none: Word;
  readonly help?: Word;
}

const importsCard = (context: PageContext, imports: readonly AuditEntry[]): Html =>
  entriesCard(context, 'imports', imports, {
    columns: [
      ['by', ({ operator }) => operator],
      ['detail', ({ detail }) => detail ?? ''],
    ],
    none: 'noImports',
  });

const failuresCard = (context: PageContext, failures: readonly AuditEntry[]): Html =>
  entriesCard(context, 'failures', failures, {
    columns: [
      ['user', ({ user }) => user ?? context.say('somebody')],
      ['address', ({ detail }) => detail ?? ''],
    ],
    none: 'noFailures',
    help: 'failuresHelp',
  });
