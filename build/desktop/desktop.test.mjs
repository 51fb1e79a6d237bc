import { expect, it, describe } from 'vitest';
import { reasonOf } from './lacking.mjs';
import { homepageOf } from './origin.mjs';

describe('the home page of a package', () => {
  it('is what the environment says, or the repository of a workflow', () => {
    const github = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'someone/railbird' };
    expect(homepageOf({})).toBeUndefined();
    expect(homepageOf(github)).toBe('https://github.com/someone/railbird');
    expect(homepageOf({ ...github, RAILBIRD_HOMEPAGE: ' https://example.com/ ' })).toBe(
      'https://example.com/',
    );
  });

  it.each(['http://example.com', 'example.com', 'file:///etc'])('is not %s', (address) => {
    expect(() => homepageOf({ RAILBIRD_HOMEPAGE: address })).toThrow('must be an https address');
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
