import { expect, test } from 'vitest';
import { LONGEST_INPUT } from '#shared/bridge/longest-input.ts';
import { readMessage, readText } from './read-message.ts';

const call = { i: '1', p: { u: '/app/about', b: {} } };

test('a call and the end of one are read', () => {
  expect(readMessage(JSON.stringify(call))).toEqual(call);
  expect(readMessage('{"i":"1","t":4}')).toEqual({ i: '1', t: 4 });
});

test.each([
  ['no text', call],
  ['bytes', new TextEncoder().encode(JSON.stringify(call))],
  ['no JSON', '{'],
  ['no id', '{"p":{"u":"/app/about"}}'],
  ['a long id', JSON.stringify({ ...call, i: 'x'.repeat(65) })],
  ['an address elsewhere', JSON.stringify({ i: '1', p: { u: 'http://example.com/app/about' } })],
  ['a path with a query', JSON.stringify({ i: '1', p: { u: '/app/about?data=1' } })],
  ['a stream to the app', '{"i":"1","t":3,"p":{"e":"message"}}'],
  ['a kind that does not exist', '{"i":"1","t":9}'],
  ['more than the longest input', JSON.stringify({ ...call, x: 'x'.repeat(LONGEST_INPUT) })],
])('%s is not read', (_what, message) => {
  expect(readMessage(message)).toBeUndefined();
});

test('headers and methods are not read: they would make another kind of body of it', () => {
  const more = { ...call, p: { ...call.p, h: { 'content-type': 'multipart/form-data' }, m: 'GET' } };
  expect(readMessage(JSON.stringify(more))).toEqual(call);
});

test('a text keeps what is read of it, and nothing else', () => {
  expect(readText(JSON.stringify({ ...call, x: 1, p: { ...call.p, h: {}, m: 'GET' } }))).toBe(
    JSON.stringify(call),
  );
  expect(readText('{')).toBeUndefined();
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(readText(`{"i":"1","p":{"u":"/app/about","b":${deep}}}`)).toBeUndefined();
});
