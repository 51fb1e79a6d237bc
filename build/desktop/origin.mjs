// Where a package comes from: what the person who builds it says in the environment. Nothing is assumed.

/**
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string | undefined} the app's home page: RAILBIRD_HOMEPAGE, or the repository of a GitHub workflow
 * @throws if it is no address that can be used
 */
export function homepageOf({ RAILBIRD_HOMEPAGE, GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) {
  const given = RAILBIRD_HOMEPAGE?.trim();
  if (!given) return server && repository ? `${server}/${repository}` : undefined;
  if (URL.parse(given)?.protocol !== 'https:')
    throw new Error(`RAILBIRD_HOMEPAGE must be an https address, not "${given}".`);
  return given;
}
