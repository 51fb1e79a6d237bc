// A record's line on its way to the archive: it has what the record has.

import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { isPlain, mendedLine, placeEnding } from './record-line.ts';
import { RecordScan } from './record-scan.ts';

function scanned(json: string) {
  const bytes = Buffer.from(json);
  const scan = new RecordScan(TABLES.t_ra);
  expect(scan.scan(bytes, 0)).toBe(bytes.length);
  return { scan, bytes };
}

const mended = (json: string): unknown => {
  const { scan, bytes } = scanned(json);
  return JSON.parse(mendedLine(scan, bytes, 3));
};

describe('a line', () => {
  it.each(['{}', '{"racekey":"1"}'])('made from the bytes of %s has its position', (json) => {
    const { scan, bytes } = scanned(json);
    const line = bytes.toString('utf8', 0, bytes.length - 1) + placeEnding(scan, 7);
    expect(JSON.parse(line)).toEqual({ ...(JSON.parse(json) as object), __seq: 7 });
  });

  it('has unknown fields in one extra field, and none without them', () => {
    expect(mended('{"headcount":1.50,"racekey":"1"}')).toEqual({ headcount: '1.50', racekey: '1', __seq: 3 });
    expect(mended('{"racekey":"1","novelty":{"a":[1]}}')).toEqual({
      racekey: '1',
      __extra: '{"novelty":{"a":[1]}}',
      __seq: 3,
    });
  });

  it.each(['{"a":[1, 2]}', '[{"a":1}]'])('has the text of %s as the value of a known column', (nested) => {
    expect(mended(`{"race_name":${nested}}`)).toEqual({ race_name: nested, __seq: 3 });
  });

  it.each([
    ['20', 0],
    ['2e+1', 0],
    ['2E1', 0],
    ['200e-1', 0],
    ['2.5', 1],
    ['9'.repeat(400), 1],
  ])('has the whole number %s unchanged, which counts as %i odd values', (number, drift) => {
    const json = `{"headcount":${number}}`;
    expect(scanned(json).scan.drift).toBe(drift);
    expect(mended(json)).toMatchObject({ headcount: /^20$/.test(number) ? 20 : number });
  });

  it('is copied unchanged if a character is written as an escape', () => {
    expect(isPlain(scanned(String.raw`{"race_name":"\u0041\u4eac"}`).scan)).toBe(true);
  });

  it.each([
    [String.raw`\ud83d\ndc00`, '\uFFFD\ndc00'],
    [String.raw`\ud83dxudc00`, '\uFFFDxudc00'],
    [String.raw`\ud83d\u0041`, '\uFFFDA'],
    [String.raw`\udc00\ud83d`, '\uFFFD\uFFFD'],
    [String.raw`\ud83d\udc0e`, '🐎'],
  ])('has no half of a surrogate pair: %s', (text, name) => {
    const json = `{"race_name":"${text}"}`;
    const { scan } = scanned(json);
    expect(isPlain(scan)).toBe(!name.includes('\uFFFD'));
    expect(mended(json)).toMatchObject({ race_name: name });
  });
});
