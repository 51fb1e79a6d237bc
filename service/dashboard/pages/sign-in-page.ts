// The two pages without a session: signing in, and making the first passkey with an invitation. The script fills in
// what only a browser can do; all its words are here.

import { html } from 'hono/html';
import type { Word } from '../text.ts';
import type { Html, PageContext } from './page.ts';
import { notice, page } from './page.ts';

export const PASSKEY_SCRIPTS = ['simplewebauthn.js', 'passkeys.js'];

/** What the script may have to tell; it shows one of them. */
export const messages = ({ say }: PageContext, words: readonly Word[]): Html =>
  html`<div aria-live="polite" class="messages">
    ${words.map(
      (word) =>
        html`<p class="notice ${word === 'waiting' ? '' : 'notice-error'}" data-message="${word}" hidden>
          ${say(word)}
        </p>`,
    )}
    <noscript><p class="notice notice-error">${say('needsScript')}</p></noscript>
  </div>`;

export function signInPage(context: PageContext, isSignedOut: boolean): Html {
  const { say } = context;
  return page(context, {
    title: say('signIn'),
    scripts: PASSKEY_SCRIPTS,
    body: html`<section class="card narrow">
      <h1>${say('signIn')}</h1>
      ${isSignedOut ? notice(say('signedOut'), 'done') : ''}
      <p>${say('signInLead')}</p>
      <p>
        <button type="button" class="button button-primary button-large" data-passkey="sign-in">
          ${say('signInButton')}
        </button>
      </p>
      ${messages(context, ['waiting', 'signInFailed', 'cancelled', 'tooOften', 'unavailable', 'unreachable'])}
      <p class="soft">${say('noPasskey')}</p>
    </section>`,
  });
}

export function invitationPage(context: PageContext): Html {
  const { say } = context;
  return page(context, {
    title: say('invitation'),
    scripts: PASSKEY_SCRIPTS,
    body: html`<section class="card narrow">
      <h1>${say('invitation')}</h1>
      <p>${say('invitationLead')}</p>
      <p>
        <button type="button" class="button button-primary button-large" data-passkey="invitation">
          ${say('invitationButton')}
        </button>
      </p>
      ${messages(context, [
        'waiting',
        'invitationFailed',
        'noInvitation',
        'cancelled',
        'tooOften',
        'unavailable',
        'unreachable',
      ])}
    </section>`,
  });
}
