import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { Archive } from '../electron/archive/archive.ts';
import { CHROMIUM } from '../e2e/chromium.ts';
import { Frame } from '../e2e/pages/frame.ts';
import prepare, { SAMPLE_FOLDER } from '../e2e/prepare.ts';
import { openApp } from './grid/app.ts';
import { countCalls, drawnWhole, screenIsWhole } from './pages/drawn-whole.ts';
const folder = mkdtempSync(path.join(tmpdir(), 'zz-tabs-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const drop = await prepare();
const dataDir = path.join(folder, 'data');
mkdirSync(path.join(dataDir, 'archive'), { recursive: true });
const file = path.join(dataDir, 'archive', 'sample.duckdb');
const years = process.argv[2] ?? '2';
copyFileSync(`/tmp/team/decade-h/years-${years}.duckdb`, file);
const n = Number(process.argv[3] ?? 12);
const names = (process.argv[4] ?? 'Pre-race,Training,Past runs,Result,Payoffs,Card').split(',');
const archive = await Archive.open(file, Date.now());
const keys = (await archive.rows(`select racekey from d_ra where racedate > (select min(racedate)[:4] || '1231' from d_ra) group by 1 order by hash(racekey) limit ${n}`)).map(([v]) => String(v));
await archive.close();
const browser = await chromium.launch(CHROMIUM);
const { page, close } = await openApp(browser, dataDir, process.env[SAMPLE_FOLDER] ?? '', countCalls);
const frame = new Frame(page);

const all: Record<string, number[]> = {};
const logs: Record<string, unknown[]> = {};
const watch = (act: () => Promise<unknown>) => {
  const got = page.evaluate(() => new Promise<{ kinds: string[]; paints: number[]; began: number }>((resolve) => {
    const main = document.querySelector('main')!; let began = 0; const kinds: string[] = []; const paints: number[] = [];
    const seen = (n: Node) => (n instanceof Element ? n : n.parentElement)?.checkVisibility() === true;
    const o = new MutationObserver((ch) => {
      const vis = ch.filter(({ target, addedNodes, removedNodes }) => seen(target) && (addedNodes.length === 0 || removedNodes.length > 0 || [...addedNodes].some(seen)));
      const t = Math.round(performance.now() - began);
      const d = vis.slice(0, 400).map((c) => { const e = c.target instanceof Element ? c.target : c.target.parentElement!; return `${c.type[0]}${c.attributeName ?? ''}@${e.tagName.toLowerCase()}.${String(e.className).split(' ')[0]}`; });
      const count: Record<string, number> = {}; for (const x of d) count[x] = (count[x] ?? 0) + 1;
      kinds.push(`${t}ms ${vis.length}/${ch.length} ${Object.entries(count).map(([k, v]) => (v > 1 ? k + 'x' + v : k)).slice(0, 14).join(' ')}`);
      if (vis.length === 0) return;
      requestAnimationFrame(() => { const ra = Math.round(performance.now() - began); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => paints.push(Math.round(performance.now() - began) + ra / 1000); port2.postMessage(0); });
    });
    addEventListener('pointerdown', () => { began = performance.now(); o.observe(main, { subtree: true, childList: true, characterData: true, attributes: true }); document.documentElement.dataset['w'] = '1'; setTimeout(() => { o.disconnect(); resolve({ kinds, paints, began }); }, 700); }, { capture: true, once: true });
    document.documentElement.dataset['w2'] = '1';
  }));
  return page.locator('html[data-w2="1"]').waitFor().then(act).then(() => got);
};
for (const [at, key] of keys.entries()) {
  await frame.command(key);
  await screenIsWhole(page);
  await page.waitForTimeout(3000);
  for (const name of names) {
    const tab = page.getByRole('tab', { name, exact: true });
    const r = await watch(() => tab.click());
    (all[name] ??= []).push(Math.max(...r.paints, 0));
    if (at >= n - 2) (logs[name] ??= []).push(r);
    await page.waitForTimeout(300);
  }
}
for (const [k, v] of Object.entries(all)) { const s = v.slice(2).toSorted((a, b) => a - b); console.log(k.padEnd(10), 'median', Math.round(s[s.length >> 1] ?? 0), 'p95', Math.round(s[Math.ceil(s.length * 0.95) - 1] ?? 0), v.map(Math.round).join(' ')); }
for (const [k, l] of Object.entries(logs)) for (const r of l as { kinds: string[]; paints: number[] }[]) { console.log('==', k, 'paints', r.paints.join(' ')); for (const x of r.kinds) console.log('   ', x); }
await close(); await browser.close(); await drop();
