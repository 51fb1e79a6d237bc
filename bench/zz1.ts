import { Archive } from '../electron/archive/archive.ts';
import { createResults } from '../electron/results/results.ts';
import { createRaces } from '../electron/results/races.ts';
import { InFlight } from '../electron/downloads/in-flight.ts';
import { readStored } from '../electron/bridge/handlers/sheets.ts';
import { FINISH_COLUMNS } from '../renderer/features/race/past-runs.ts';
const t0 = performance.now();
const archive = await Archive.open('/dev/shm/decade.duckdb', Date.now(), {});
console.log('open', Math.round(performance.now() - t0));
const races = (await archive.rows(`select racekey from d_ra where racedate > '2018' order by hash(racekey) limit 60`)).map(([k]) => String(k));
const acc = new Map<string, {n:number,ms:number}>();
for (const name of ['snapshot','coverage','rows','facts','note'] as const) {
  const f = (archive as any)[name].bind(archive);
  (archive as any)[name] = async (...a: unknown[]) => { const s = performance.now(); try { return await f(...a); } finally { const k = name === 'snapshot' ? name + ' ' + a[0] : name==='rows' || name === 'facts' ? name + ' ' + String(a[0]).replace(/\s+/g,' ').slice(0,90) : name; const e = acc.get(k) ?? {n:0,ms:0}; e.n++; e.ms += performance.now()-s; acc.set(k,e);} };
}
let id = 0;
const client = { query: () => Promise.reject(new Error('no')) } as never;
const results = createResults({ archive: async () => archive, client, inFlight: new InFlight(), clock: { now: () => Date.now() }, newId: () => `r${id++}`, report: console.error });
const PARTS = (process.argv[2] ?? 'race,entry,result,previous').split(',');
const par = process.argv[3] !== 'seq';
const each = new Map<string, number[]>(PARTS.map((p) => [p, []]));
const wall: number[] = []; const cpu: number[] = [];
for (const racekey of races) {
  const c0 = process.cpuUsage(); const w0 = performance.now();
  const one = async (record: string) => {
    const s = performance.now();
    const sheet = await readStored(results, { source: { kind: 'race', record: record as never, racekey }, ...(record === 'previous' ? { columns: [...FINISH_COLUMNS] } : {}) }, {});
    each.get(record)!.push(performance.now() - s);
    if (sheet === null) console.log('null', record, racekey);
    return sheet;
  };
  if (par) await Promise.all(PARTS.map(one)); else for (const p of PARTS) await one(p);
  const c = process.cpuUsage(c0);
  wall.push(performance.now() - w0); cpu.push((c.user + c.system) / 1000);
}
const med = (a: number[]) => Math.round(a.slice(5).sort((x, y) => x - y)[Math.floor((a.length - 5) / 2)]! * 10) / 10;
console.log('wall', med(wall), 'cpu', med(cpu), Object.fromEntries([...each].map(([k, v]) => [k, med(v)])));
for (const [k,{n,ms}] of [...acc].sort((a,b)=>b[1].ms-a[1].ms).slice(0,20)) console.log((ms/races.length).toFixed(1), (n/races.length).toFixed(2), k);
await archive.close();
