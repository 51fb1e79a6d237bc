import { describe, expect, it } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { baseUrlOf } from './base-url.ts';

describe('the address of a service', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' https://API.example.com/ ', 'https://api.example.com'],
    ['https://api.example.com/v1', 'https://api.example.com'],
    ['https://example.com/racing/v1/', 'https://example.com/racing'],
    ['https://example.com/racing//?api_key=x#top', 'https://example.com/racing'],
    ['https://example.com/v10', 'https://example.com/v10'],
  ])('%s is %s', (typed, address) => {
    expect(baseUrlOf(typed)).toBe(address);
  });

  it.each(['api.example.com', 'ftp://api.example.com', 'https://me:secret@api.example.com'])(
    'is not %s',
    (typed) => {
      expect(() => baseUrlOf(typed)).toThrow(RailbirdError);
    },
  );
});
