// Conditions in SQL say the same as the functions of the same name.

import { expect, it } from 'vitest';
import { isSet, isStated } from '#shared/catalogue/reading.ts';
import { placeOfStart, startedUnplaced } from '#shared/racing/starts.ts';
import { memoryConnection } from '../../testing/memory-connection.ts';
import { horseNumberSql, isSetSql, isStatedSql, runnerNumberSql, tookPartSql } from './record-sql.ts';

const connection = await memoryConnection();

const VALUES = [
  null, '', ' ', '　', '0', '00', '０', '1', '01', ' 1 ', '１', '０１', '2', '-1', 'true', 'True', ' yes', 'YES', 'false', 'no',
  'N', 'y', 't', 'on', 'x', '取消',
]; // prettier-ignore

/** What the SQL makes of each text. */
async function readAs(sqlOf: (field: string) => string, values: readonly (string | null)[]) {
  const listed = values.map((value) => `(${value === null ? 'null::VARCHAR' : `'${value}'`})`).join(', ');
  const read = await connection.runAndReadAll(`select raw, ${sqlOf('raw')} from (values ${listed}) t(raw)`);
  return read.getRows();
}

it.each([
  ['isSet', isSet, isSetSql],
  ['isStated', isStated, isStatedSql],
])('%s', async (_, inWords, inSql) => {
  expect(await readAs(inSql, VALUES)).toEqual(VALUES.map((value) => [value, inWords(value)]));
});

const NUMBERS: readonly (readonly [raw: string | null, ofHorse: string | null, ofRunner: string | null])[] = [
  ['7', '07', '07'], ['07', '07', '07'], [' 7 ', '07', '07'], ['７', '07', '07'], ['１８', '18', '18'], ['007', '07', '07'],
  ['123', '123', '123'], ['0', '00', null], ['00', '00', null], ['', '', null], [' ', ' ', null], ['　', '　', null],
  [null, null, null], ['-5', '-5', '-5'], ['x', 'x', 'x'],
]; // prettier-ignore

it('the numbers of horses have two digits, and a runner has none until there is one', async () => {
  const raw = NUMBERS.map(([text]) => text);
  expect(await readAs(horseNumberSql, raw)).toEqual(NUMBERS.map(([text, ofHorse]) => [text, ofHorse]));
  expect(await readAs(runnerNumberSql, raw)).toEqual(NUMBERS.map(([text, , ofRunner]) => [text, ofRunner]));
});

it('a runner took part if it is counted as a start', async () => {
  const finishes = [null, '', '00', '01', ' 7 ', '０７', '18', 'x'];
  const troubles = [null, '', '0', '1', '01', '２', '3', '4', '05', '6', 'x'];
  const pairs = finishes.flatMap((finish) => troubles.map((trouble) => [finish, trouble] as const));
  const literal = (text: string | null): string => (text === null ? 'null::VARCHAR' : `'${text}'`);
  const listed = pairs.map((pair) => `(${pair.map(literal).join(', ')})`).join(', ');
  const read = await connection.runAndReadAll(
    `select ${tookPartSql('finish', 'trouble')} from (values ${listed}) t(finish, trouble)`,
  );
  const counted = pairs.map(([finish, trouble]) => {
    if (placeOfStart(finish) !== undefined || startedUnplaced(trouble)) return true;
    return isStated(trouble) ? false : null;
  });
  expect(read.getColumns()[0]).toEqual(counted);
  expect(new Set(counted)).toEqual(new Set([true, false, null]));
});
