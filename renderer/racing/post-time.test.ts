import { expect, it } from 'vitest';
import { postInstant } from './post-time.ts';

const at = (time: string): number => Date.parse(`2026-11-15T${time}+09:00`);

it('reads a post time with or without a colon as a time in Tokyo', () => {
  expect(postInstant('20261115', '0955')).toBe(at('09:55:00'));
  expect(postInstant('20261115', '9:55')).toBe(at('09:55:00'));
  expect(postInstant('20261131', '0955')).toBeUndefined();
});

it('is unknown for midnight, which stands for a time that is not known', () => {
  expect(postInstant('20261115', '0000')).toBeUndefined();
});
