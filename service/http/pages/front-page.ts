// The page at `/`: describes the service to people. No scripts; one style element, which the page's policy allows by
// its digest.

import type { Table } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import { EXAMPLES } from '../openapi/examples.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
pre { overflow-x: auto; padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.25rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid; }
div { overflow-x: auto; }
`;

const QUESTION = `curl '<BASE_URL>/v1/tra?api_key=<API_KEY>' \\
  -H 'x-user-key: <USER_KEY>' \\
  -H 'content-type: application/json' \\
  -d '${JSON.stringify({ racekey: EXAMPLES.t_ra['racekey'] })}'`;

/** The page and the content of its style element. */
export function frontPage(): readonly [html: string, style: string] {
  return [HEAD + BODY, STYLE];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const code = (text: string): string => `<code>${escaped(text)}</code>`;

const HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Horse-Racing Data Query Service</title>
<style>${STYLE}</style>
</head>
`;

const row = ({ path, code: name, label, purpose, filters, maxSpanDays, columns }: Table): string => `<tr>
<th scope="row">${code(path)}</th>
<td>${escaped(label.en)}<br><span lang="ja">${escaped(label.ja)}</span></td>
<td>${escaped(purpose.en)}</td>
<td>${filters.map(code).join(', ')}${maxSpanDays === undefined ? '' : `<br>at most ${maxSpanDays} days`}</td>
<td>${code(name)}, ${columns.length} fields</td>
</tr>
`;

const rules = Object.entries(FILTER_RULES)
  .map(([name, { form }]) => `<li>${code(name)}: ${escaped(form.en)}</li>\n`)
  .join('');

// Without line breaks, which a browser would show as spaces.
const IN_JAPANESE = [
  '中央競馬のデータを16のテーブルで提供するサービスです。',
  '開催日・期間・レース・馬のいずれかを指定して POST すると、番組、出馬表、成績、払戻などのレコードが JSON で返ります。',
  `利用にはアプリケーションキー（${code('api_key')}）とユーザーキー（${code('x-user-key')}）が必要です。`,
  'ユーザーキーは秘密の情報です。ブラウザー上のコードや公開リポジトリーに置かないでください。',
].join('');

const BODY = `<body>
<main>
<h1>Horse-Racing Data Query Service</h1>
<p>Japanese horse racing in sixteen tables: programs, meetings, entries, pre-race information, training, past runs,
results, payoffs and horses. A program requests the records of a day, a period, a race or a horse and gets them as
JSON.</p>
<p lang="ja">${IN_JAPANESE}</p>
<h2 id="ask">How to send a query</h2>
<pre>${escaped(QUESTION)}</pre>
<p>${code('<BASE_URL>')} is the address of this page, ${code('<API_KEY>')} identifies the application, ${code('<USER_KEY>')}
its user. The user key is secret: keep it out of browser code and public repositories.</p>
<p>A record must match all filters that are sent; without a filter, the answer is the newest race date. An answer has
every matching record; if there are too many, the request is refused rather than truncated.</p>
<ul>
${rules}</ul>
<p><a href="/openapi.json">openapi.json</a> describes every table, field, code and error (OpenAPI 3.1).</p>
<h2 id="tables">Tables</h2>
<div tabindex="0" role="region" aria-labelledby="tables">
<table>
<thead><tr><th scope="col">Address</th><th scope="col">Table</th><th scope="col">One record</th><th scope="col">Filters</th><th scope="col">Name</th></tr></thead>
<tbody>
${TABLE_CODES.map((name) => row(tableOf(name))).join('')}</tbody>
</table>
</div>
<h2 id="kettonum">${code('kettonum')} is deprecated</h2>
<p>${code('/v1/muk')} honors ${code('kettonum')} only if ${code('horse_id')} is not sent, and a later version will not
accept it; no date is set. Send ${code('horse_id')}, as in the other tables.</p>
</main>
</body>
</html>
`;
