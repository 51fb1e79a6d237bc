// A subscriber's page: plan, keys, use, and what happened; and the page that shows a new key, once.

import { html } from 'hono/html';
import { DAY_MS } from '#shared/racing/racedate.ts';
import type { AccountPlan, AuditEntry, StoredKey } from '../../accounts/accounts.ts';
import { isOver } from '../../accounts/plan-date.ts';
import type { StoredPasskey } from '../../accounts/sign-in-rows.ts';
import type { UsageCount } from '../../accounts/usage-rows.ts';
import type { Html, PageContext } from './page.ts';
import { formToken, lastDayText, notice, page, timeOf, timeText } from './page.ts';
import { passkeysCard } from './passkeys-card.ts';
import { PASSKEY_SCRIPTS } from './sign-in-page.ts';
import { usageSection } from './usage-chart.ts';

export interface AccountView {
  readonly user: string;
  readonly plan: AccountPlan | null;
  /** The good keys, newest first. */
  readonly keys: readonly StoredKey[];
  /** Oldest first. */
  readonly passkeys: readonly StoredPasskey[];
  readonly usage: readonly UsageCount[];
  /** Newest first. */
  readonly history: readonly AuditEntry[];
}

/** @param notice what was just done */
export function accountPage(
  context: PageContext,
  view: AccountView & { readonly applicationKey: string | undefined },
  done?: string,
): Html {
  const { say } = context;
  return page(context, {
    title: say('account'),
    scripts: ['copy.js', ...PASSKEY_SCRIPTS],
    body: html`<h1>${say('account')}</h1>
      ${done === undefined ? '' : notice(done, 'done')}
      <div class="columns">
        ${planCard(context, view.plan)} ${applicationKeyCard(context, view.applicationKey)}
      </div>
      ${keysCard(context, view.keys)} ${usageSection(context, say('usage'), view.usage)}
      ${passkeysCard(context, view.passkeys, { isOwn: true })}
      ${historyCard(context, view.history, view.user)}`,
  });
}

export function planCard({ say, language, now }: PageContext, plan: AccountPlan | null): Html {
  const words = (): Html => {
    if (plan === null)
      return html`<p class="large">${say('noPlan')}</p>
        ${notice(say('noPlanHelp'), 'warning')}`;
    const { name, until } = plan;
    if (until === null)
      return html`<p class="large">${name}</p>
        <p>${say('planForever')}</p>`;
    const date = lastDayText(until, language);
    if (isOver(until, now)) {
      return html`<p class="large">${name}</p>
        <p>${say('planEnded', { date })}</p>
        ${notice(say('planEndedHelp'), 'warning')}`;
    }
    const days = Math.ceil((Date.parse(until) - now.getTime()) / DAY_MS) - 1;
    return html`<p class="large">${name}</p>
      <p>${say('planUntil', { date })}</p>
      <p class="soft">${days === 0 ? say('lastDay') : say('daysLeft', { count: days })}</p>`;
  };
  return html`<section class="card" aria-labelledby="plan">
    <h2 id="plan">${say('plan')}</h2>
    ${words()}
  </section>`;
}

const applicationKeyCard = ({ say }: PageContext, key: string | undefined): Html =>
  html`<section class="card" aria-labelledby="application-key">
    <h2 id="application-key">${say('applicationKey')}</h2>
    ${key === undefined ? html`<p class="empty">${say('applicationKeyAbsent')}</p>` : secret(say, key)}
    <p class="soft">${say('applicationKeyHelp')}</p>
  </section>`;

/** A key with a button that copies it; without scripts it can be selected. */
const secret = (say: PageContext['say'], key: string): Html =>
  html`<p class="secret">
    <code>${key}</code
    ><button type="button" class="button" data-copy data-copied="${say('copied')}" hidden>
      ${say('copy')}
    </button>
  </p>`;

function keysCard(context: PageContext, keys: readonly StoredKey[]): Html {
  const { say } = context;
  const current = keys[0];
  return html`<section class="card" aria-labelledby="keys">
    <h2 id="keys">${say('userKeys')}</h2>
    <p class="soft">${say('userKeysHelp')}</p>
    ${keys.length === 0 ? html`<p class="empty">${say('noKeys')}</p>` : keyTable(context, keys, true)}
    <form class="reveal" method="post" action="/keys">
      ${formToken(context)}
      <input type="hidden" name="current" value="${current?.key_id ?? ''}" />
      <button class="button button-primary">${say(current ? 'replace' : 'reveal')}</button>
      <span class="soft">${say(current ? 'replaceHelp' : 'revealHelp')}</span>
    </form>
  </section>`;
}

/** @param isOwn whether the reader may revoke them */
export function keyTable(context: PageContext, keys: readonly StoredKey[], isOwn: boolean): Html {
  const { say, language } = context;
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="keys">
    <table class="small-table">
      <thead>
        <tr>
          <th scope="col">${say('keyId')}</th>
          <th scope="col">${say('state')}</th>
          <th scope="col">${say('issued')}</th>
          <th scope="col">${say('lastUse')}</th>
          <th scope="col">${say('ends')}</th>
          ${isOwn ? html`<th scope="col"><span class="only-read">${say('action')}</span></th>` : ''}
        </tr>
      </thead>
      <tbody>
        ${keys.map(
          ({ key_id, state, issued_at, last_used_at, expires_at }) =>
            html`<tr>
              <th scope="row"><code>${key_id}</code></th>
              <td>${say(state)}</td>
              <td>${issued_at === null ? '' : timeOf(issued_at, language)}</td>
              <td>${last_used_at === null ? say('notYet') : timeOf(last_used_at, language)}</td>
              <td>${expires_at === null ? say('never') : timeOf(expires_at, language)}</td>
              ${isOwn ? html`<td>${revokeForm(context, key_id)}</td>` : ''}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Opened first, so that a key is not revoked by a slip. */
const revokeForm = (context: PageContext, id: string): Html =>
  html`<details class="sure">
    <summary class="button" aria-label="${context.say('revokeKey', { id })}">
      ${context.say('revoke')}
    </summary>
    <form method="post" action="/keys/${id}/revoke">
      ${formToken(context)}
      <span>${context.say('revokeHelp')}</span>
      <button class="button button-danger">${context.say('revokeSure')}</button>
    </form>
  </details>`;

export function historyCard(context: PageContext, history: readonly AuditEntry[], user: string): Html {
  const { say, language } = context;
  const isOwn = context.session?.user === user;
  const by = ({ operator, action }: AuditEntry) => {
    if (action === 'sign in failed') return say('somebody');
    if (isOwn && operator === `dashboard: ${user}`) return say('byYou');
    return context.session?.isOperator ? operator.replace(/^dashboard: /, '') : say('byOperator');
  };
  return html`<section class="card" aria-labelledby="history">
    <h2 id="history">${say('history')}</h2>
    ${
      history.length === 0
        ? html`<p class="empty">${say('noHistory')}</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-labelledby="history">
              <table class="small-table">
                <thead>
                  <tr>
                    <th scope="col">${say('at')}</th>
                    <th scope="col">${say('event')}</th>
                    <th scope="col">${say('keyId')}</th>
                    <th scope="col">${say('by')}</th>
                    <th scope="col">${say('detail')}</th>
                  </tr>
                </thead>
                <tbody>
                  ${history.map(
                    (entry) =>
                      html`<tr>
                        <td>${timeOf(entry.at, language)}</td>
                        <td>${say(`did_${entry.action}`)}</td>
                        <td>${entry.key_id === null ? '' : html`<code>${entry.key_id}</code>`}</td>
                        <td>${by(entry)}</td>
                        <td class="detail">${detailText(context, entry.detail)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>
            <p class="soft">${say('historyHelp')}</p>`
    }
  </section>`;
}

const INSTANT = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;

/** What the log says in English and in instants, in the reader's language and time. */
function detailText({ say, language }: PageContext, detail: string | null): string {
  const is = (pattern: string) => new RegExp(`^${pattern}$`).exec(detail ?? '')?.slice(1);
  const [id = '', keyEnd] = is(`(\\S+) is good until (${INSTANT})`) ?? [];
  if (keyEnd !== undefined) return say('detailEarlierKey', { id, date: timeText(keyEnd, language) });
  const [plan = '', planEnd] = is(`(\\S+) until (${INSTANT}|no end)`) ?? [];
  if (planEnd === 'no end') return say('detailEndless', { plan });
  if (planEnd !== undefined) return say('detailPlan', { plan, date: lastDayText(planEnd, language) });
  const [linkEnd] = is(`until (${INSTANT})`) ?? [];
  if (linkEnd !== undefined) return say('detailLink', { date: timeText(linkEnd, language) });
  if (detail === 'none' || detail === 'operator' || detail === 'subscriber') return say(detail);
  return detail ?? '';
}

/** @param until when the earlier key ends; undefined if there was none */
export function revealedPage(context: PageContext, key: string, until: string | undefined): Html {
  const { say, language } = context;
  return page(context, {
    title: say('revealed'),
    scripts: ['copy.js'],
    body: html`<section class="card narrow">
      <h1>${say('revealed')}</h1>
      ${notice(say('revealedHelp'), 'warning')} ${secret(say, key)}
      <p class="soft">${say('userKeysHelp')}</p>
      ${until === undefined ? '' : html`<p>${say('revealedBefore', { date: timeText(until, language) })}</p>`}
      <p><a class="button button-primary" href="/">${say('backToAccount')}</a></p>
    </section>`,
  });
}
