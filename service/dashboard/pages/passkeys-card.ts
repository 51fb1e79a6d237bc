// A user's passkeys, with what the user may do with them: name, remove all but the last, add another one.

import { html } from 'hono/html';
import type { StoredPasskey } from '../../accounts/sign-in-rows.ts';
import type { Html, PageContext } from './page.ts';
import { formToken, timeOf } from './page.ts';
import { messages } from './sign-in-page.ts';

/** @param isOwn whether they are the reader's, who may change them */
export function passkeysCard(
  context: PageContext,
  passkeys: readonly StoredPasskey[],
  { isOwn }: { readonly isOwn: boolean },
): Html {
  const { say } = context;
  return html`<section class="card" aria-labelledby="passkeys">
    <h2 id="passkeys">${say('passkeys')}</h2>
    ${isOwn ? html`<p class="soft">${say('passkeysHelp')}</p>` : ''}
    ${passkeys.length === 0 ? html`<p class="empty">${say('none')}</p>` : table(context, passkeys, isOwn)}
    ${isOwn ? adding(context) : ''}
  </section>`;
}

const adding = (context: PageContext): Html =>
  html`<div class="reveal">
      <button type="button" class="button button-primary" data-passkey="add">
        ${context.say('addPasskey')}
      </button>
      <span class="soft">${context.say('addPasskeyHelp')}</span>
    </div>
    ${messages(context, ['waiting', 'addFailed', 'cancelled', 'tooOften', 'unavailable', 'unreachable'])}`;

function table(context: PageContext, passkeys: readonly StoredPasskey[], isOwn: boolean): Html {
  const { say, language } = context;
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="passkeys">
    <table class="small-table">
      <thead>
        <tr>
          <th scope="col">${say('passkeyName')}</th>
          <th scope="col">${say('issued')}</th>
          <th scope="col">${say('lastUse')}</th>
          ${isOwn ? html`<th scope="col"><span class="only-read">${say('action')}</span></th>` : ''}
        </tr>
      </thead>
      <tbody>
        ${passkeys.map(
          (passkey) =>
            html`<tr>
              <th scope="row" class="name">${passkey.name ?? say('unnamed')}</th>
              <td>${timeOf(passkey.madeAt, language)}</td>
              <td>${passkey.lastUsedAt === null ? say('notYet') : timeOf(passkey.lastUsedAt, language)}</td>
              ${isOwn ? html`<td>${actions(context, passkey, passkeys.length === 1)}</td>` : ''}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Opened first, as is everything that changes an account. */
function actions(context: PageContext, { id, name }: StoredPasskey, isLast: boolean): Html {
  const { say } = context;
  const called = name ?? say('unnamed');
  return html`<div class="actions">
    <details class="sure">
      <summary class="button" aria-label="${say('renamePasskey', { name: called })}">
        ${say('rename')}
      </summary>
      <form method="post" action="/passkeys/${id}/name">
        ${formToken(context)}
        <input
          class="field-input short"
          name="name"
          value="${name ?? ''}"
          maxlength="40"
          aria-label="${say('newName')}"
        />
        <button class="button">${say('save')}</button>
      </form>
    </details>
    ${
      isLast
        ? html`<span class="soft">${say('onlyPasskey')}</span>`
        : html`<details class="sure">
            <summary class="button" aria-label="${say('removePasskey', { name: called })}">
              ${say('remove')}
            </summary>
            <form method="post" action="/passkeys/${id}/remove">
              ${formToken(context)}
              <span>${say('removePasskeyHelp')}</span>
              <button class="button button-danger">${say('removePasskeySure')}</button>
            </form>
          </details>`
    }
  </div>`;
}
