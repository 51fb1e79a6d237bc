import { expect, it, describe } from 'vitest';
import { reasonOf } from './lacking.mjs';
import { originOf } from './origin.mjs';

describe('where a package comes from', () => {
  it('is what the environment says, or the repository of a workflow', () => {
    expect(originOf({})).toEqual({ homepage: undefined, updates: undefined });
    expect(
      originOf({ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'someone/railbird' }),
    ).toMatchObject({ homepage: 'https://github.com/someone/railbird' });
    expect(originOf({ RAILBIRD_UPDATES_URL: ' https://example.com/new/ ' }).updates).toBe(
      'https://example.com/new',
    );
  });

  it.each(['http://example.com', 'example.com', 'file:///etc'])('is not %s', (address) => {
    expect(() => originOf({ RAILBIRD_UPDATES_URL: address })).toThrow('must be an https address');
  });
});

describe('what a package lacked', () => {
  it('is named with the server that could not be reached', () => {
    expect(reasonOf('  ⨯ getaddrinfo ENOTFOUND github.com  failedTask=build')).toMatch(
      /github\.com cannot be reached \(ENOTFOUND\).*ELECTRON_MIRROR/u,
    );
    expect(reasonOf('RequestError: connect ECONNREFUSED 127.0.0.1:9')).toContain(
      'a server cannot be reached',
    );
    expect(reasonOf('Need executable rpmbuild to convert dir to rpm')).toContain('rpmbuild is missing');
    expect(reasonOf('another failure')).toBeUndefined();
  });
});
