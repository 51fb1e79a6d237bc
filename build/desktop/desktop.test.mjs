import { expect, it, describe } from 'vitest';
import { reasonOf } from './lacking.mjs';
import { mergeFeeds } from './merge-feeds.mjs';
import { homepageOf, updateFeedOf } from './origin.mjs';

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

describe('the feed of new versions', () => {
  it('is what the environment says, or the newest release of a workflow’s repository', () => {
    const github = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'someone/railbird' };
    expect(updateFeedOf({})).toBeUndefined();
    expect(updateFeedOf(github)).toBe('https://github.com/someone/railbird/releases/latest/download');
    expect(updateFeedOf({ ...github, RAILBIRD_UPDATE_FEED: 'https://example.com/feed' })).toBe(
      'https://example.com/feed',
    );
    expect(() => updateFeedOf({ RAILBIRD_UPDATE_FEED: 'http://example.com' })).toThrow(
      'RAILBIRD_UPDATE_FEED must be an https address',
    );
  });

  it('of two processors of one system is one file, with the packages of both', () => {
    const feed = (arch) => ({
      version: '1.1.0',
      files: [{ url: `railbird-1.1.0-mac-${arch}.zip`, sha512: arch }],
      path: `railbird-1.1.0-mac-${arch}.zip`,
      sha512: arch,
      releaseDate: '2026-11-20T00:00:00.000Z',
    });
    expect(mergeFeeds([feed('arm64'), feed('x64')])).toEqual({
      ...feed('arm64'),
      files: [...feed('arm64').files, ...feed('x64').files],
    });
    expect(mergeFeeds([feed('x64')])).toEqual(feed('x64'));
    expect(() => mergeFeeds([feed('x64'), { ...feed('arm64'), version: '1.2.0' }])).toThrow(
      'different versions',
    );
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
