// The frame of every page, and the values that pages write: dates, times, numbers. Templates are hono/html, which
// escapes every value.

import { html } from 'hono/html';
import { lastDayOf } from '../../accounts/plan-date.ts';
import type { Session } from '../sessions.ts';
import type { Language, Say } from '../text.ts';
import { sayIn } from '../text.ts';

export type Html = ReturnType<typeof html>;

/** What every page knows about the request. */
export interface PageContext {
  readonly language: Language;
  readonly say: Say;
  /** Where the page is shown again in the other language; empty for a page that is shown once. */
  readonly path: string;
  readonly session: Session | undefined;
  /** Of the session's forms; empty without a session. */
  readonly formToken: string;
  readonly now: Date;
}

interface Page {
  readonly title: string;
  readonly body: Html;
  /** Scripts of /assets/, for the pages that need one. */
  readonly scripts?: readonly string[];
}

export function page(context: PageContext, { title, body, scripts = [] }: Page): Html {
  const { language, say, path, session } = context;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · ${say('title')}</title>
        <link rel="stylesheet" href="/assets/dashboard.css" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        ${scripts.map((name) => html`<script src="/assets/${name}" defer></script>`)}
      </head>
      <body>
        <header class="bar">
          <a class="brand" href="/">${say('title')}</a>
          ${session?.isOperator ? navigation(context) : ''}
          <span class="bar-space"></span>
          ${session ? signedIn(context, session) : ''} ${path === '' ? '' : languageLink(context)}
        </header>
        <main>${body}</main>
      </body>
    </html>`;
}

function languageLink({ language, path, say }: PageContext): Html {
  const other: Language = language === 'en' ? 'ja' : 'en';
  return html`<a class="language" href="${path}?lang=${other}" lang="${other}" hreflang="${other}"
    >${say('otherLanguage')}</a
  >`;
}

function navigation({ say, path }: PageContext): Html {
  const links = [
    ['/', say('account')],
    ['/users', say('users')],
    ['/service', say('service')],
  ] as const;
  const isHere = (href: string) => (href === '/' ? path === '/' : path.startsWith(href));
  return html`<nav aria-label="${say('navigation')}">
    ${links.map(([href, name]) =>
      isHere(href)
        ? html`<a href="${href}" aria-current="page">${name}</a>`
        : html`<a href="${href}">${name}</a>`,
    )}
  </nav>`;
}

const signedIn = (context: PageContext, { user }: Session): Html =>
  html`<span class="who">${context.say('signedInAs', { user })}</span>
    <form method="post" action="/sign-out">
      ${formToken(context)}<button class="button button-quiet">${context.say('signOut')}</button>
    </form>`;

/** In every form of a session. */
export const formToken = ({ formToken: token }: PageContext): Html =>
  html`<input type="hidden" name="token" value="${token}" />`;

export const notice = (text: string, kind: 'done' | 'warning' | 'error'): Html =>
  html`<p class="notice notice-${kind}" role="${kind === 'error' ? 'alert' : 'status'}">${text}</p>`;

/** A page with one message and a way on. */
export const messagePage = (context: PageContext, message: string): Html =>
  page(context, {
    title: context.say('problem'),
    body: html`<h1>${context.say('problem')}</h1>
      ${notice(message, 'error')}
      <p><a class="button" href="/">${context.say('back')}</a></p>`,
  });

/** The language of a request: as chosen before, otherwise the browser's. */
export const pageContext = (
  language: Language,
  path: string,
  now: Date,
  signedIn?: { readonly session: Session; readonly formToken: string },
): PageContext => ({
  language,
  say: sayIn(language),
  path,
  now,
  session: signedIn?.session,
  formToken: signedIn?.formToken ?? '',
});

const TOKYO = { timeZone: 'Asia/Tokyo' } as const;
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', ja: 'ja-JP' };

/** An instant in Japan time. */
export const timeText = (instant: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { ...TOKYO, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(instant),
  );

export const timeOf = (instant: string, language: Language): Html =>
  html`<time datetime="${instant}">${timeText(instant, language)}</time>`;

/** The last day of a plan that ends at that instant. */
export const lastDayText = (planUntil: string, language: Language): string =>
  dateText(lastDayOf(planUntil).replaceAll('-', ''), language);

/** A day, YYYYMMDD. */
export const dateText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', dateStyle: 'medium' }).format(
    new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`),
  );

export const numberText = (value: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language]).format(value);
